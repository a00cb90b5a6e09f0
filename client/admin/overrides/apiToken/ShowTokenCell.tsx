/** Button that shows a new API token to its owner. */
import { useTranslation } from 'react-i18next';
import { asString } from '../../../../common/json';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { OwnTokenCell } from './OwnTokenCell';

export function ShowTokenCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const labels = {
    show: t('tokens.token_show'),
    title: t('tokens.token_title', { name: asString(row['name']) }),
    once: t('tokens.token_once'),
    label: t('tokens.token'),
  };
  return <OwnTokenCell value={value} row={row} entity="api_token" labels={labels} />;
}
