/** Usage of an activation code: a code that some but not all redemptions have used shows their number. */
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function UsageCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { Cell } = getFieldType(props.column.kind);
  const [uses, num] = [Number(props.row['uses'] ?? 0), Number(props.row['num'] ?? 0)];
  if (uses === 0 || uses >= num) return <Cell {...props} />;
  return <StatusLabel tone="info">{t('activationCodes.partly_used', { uses, num })}</StatusLabel>;
}
