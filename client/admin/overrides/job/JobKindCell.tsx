/** The kind and the subject of a job in words. */
import { useTranslation } from 'react-i18next';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { asString } from '../../../../common/json';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useEntity } from '../../../engine/engineContext';
import { useLanguage } from '../../../shared/i18n/i18n';
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

/** The name of an entity in words, any other subject as it is stored. */
export function JobSubjectCell({ DefaultCell, ...props }: CellProps) {
  const entity = useEntity(asString(props.value, 120));
  const lang = useLanguage();
  if (!DefaultCell) return null;
  return <DefaultCell {...props} value={entity === undefined ? props.value : entityLabels(entity, lang).many} />;
}
