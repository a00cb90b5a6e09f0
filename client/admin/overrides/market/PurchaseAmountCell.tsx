/** The amount of a purchase in the currency that paid: points, never a zero amount of money. */
import { useTranslation } from 'react-i18next';
import { PAYMENTS } from '../../../../common/entities/pluginPurchase';
import { EmptyCell, PlainText } from '../../../engine/fieldTypes/cells/cells';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function PurchaseAmountCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { row, column } = props;
  const { Cell } = getFieldType(column.kind);
  if (row['paid_by'] === PAYMENTS.score)
    return <PlainText>{t('market.points', { count: Number(row['score'] ?? 0) })}</PlainText>;
  return row['paid_by'] === PAYMENTS.code ? <EmptyCell /> : <Cell {...props} />;
}
