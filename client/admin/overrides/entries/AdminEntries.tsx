/** What can be asked about one admin besides what is done to the account. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowEntriesProps } from '../../../engine/override';
import { holdsNode, useBootstrap } from '../../../shared/bootstrap';
import { useLaterWords } from '../../../shared/useLaterWords';

export function AdminEntries({ id, onDone }: RowEntriesProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const entries = [
    ['admin_group/index', `/admin/explain?admin_id=${id}`, t('rights.rows.why')],
    ['admin_log/index', `/admin/admin_log?admin_id=${id}`, t('rights.rows.log')],
  ] as const;
  return entries
    .filter(([node]) => holdsNode(permissions, node))
    .map(([node, to, label]) => (
      <MenuItem key={node} component={Link} to={to} onClick={onDone}>
        {label}
      </MenuItem>
    ));
}
