/** Row menu item of recycle rules and sensitive data rules: the test of the rule. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { AnyEntity } from '../../../../common/entity/entity';
import { asString } from '../../../../common/json';
import { useEngine } from '../../../engine/engineContext';
import type { RowMenuItemsProps } from '../../../engine/override';
import { useAppSelector } from '../../../shared/app/createStore';
import { useOpenDialog } from '../../../shared/controls/DialogHost';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { selectCachedRow } from '../../../shared/store/entities';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const TestRuleDialog = lazyWithRetry(async () => (await import('./TestRuleDialog')).TestRuleDialog);

function TestRuleItem({ rule, id, onDone }: RowMenuItemsProps & { readonly rule: AnyEntity }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const openDialog = useOpenDialog();
  const row = useAppSelector(selectCachedRow(rule.name, id))?.row;
  const table = asString(row?.['data_table']);
  if (registry.get(table) === undefined) return null;
  const name = asString(row?.['name']) || `#${id}`;
  const open = () => {
    onDone();
    openDialog((close) => <TestRuleDialog rule={rule} id={id} name={name} table={table} onClose={close} />);
  };
  return <MenuItem onClick={open}>{t('dataWatch.test')}</MenuItem>;
}

export const RecycleRuleMenuItems = (props: RowMenuItemsProps) => <TestRuleItem {...props} rule={recycleRule} />;
export const SensitiveRuleMenuItems = (props: RowMenuItemsProps) => <TestRuleItem {...props} rule={sensitiveRule} />;
