/** From a menu rule to a new one below it. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowEntriesProps } from '../../../engine/override';
import { holdsNode, useBootstrap } from '../../../shared/bootstrap';
import { useLaterWords } from '../../../shared/useLaterWords';

export function RuleEntries({ id, onDone }: RowEntriesProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  if (!holdsNode(permissions, 'menu_rule/add')) return null;
  return (
    <MenuItem component={Link} to={`/admin/menu_rule?pid=${id}&record=new`} onClick={onDone}>
      {t('rights.rows.rule_below')}
    </MenuItem>
  );
}
