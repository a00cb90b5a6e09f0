/** The kind of a job in words. */
import { useTranslation } from 'react-i18next';
import { asString } from '../../../../common/json';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function JobKindCell({ DefaultCell, ...props }: CellProps) {
  useLazyTranslations();
  const { t, i18n } = useTranslation();
  const key = `designerScreen.job.kinds.${asString(props.value, 40)}`;
  if (!DefaultCell) return null;
  return (
    <DefaultCell
      {...props}
      value={i18n.exists(key) ? t(key as 'designerScreen.job.kinds.apply_design') : props.value}
    />
  );
}
