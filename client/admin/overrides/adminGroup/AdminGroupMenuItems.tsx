/** Links from a role group to its admins, their permissions, and a new child group. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowMenuItemsProps } from '../../../engine/override';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function AdminGroupMenuItems({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const links = [
    ['admin/index', `/admin/admin?group_arr=${id}`, t('permissions.rows.members')],
    ['admin/index', `/admin/explain?group=${id}`, t('permissions.rows.why')],
    ['admin_group/add', `/admin/admin_group?pid=${id}&record=new`, t('permissions.rows.below')],
  ] as const;
  return links
    .filter(([permission]) => isPermissionGranted(permissions, permission))
    .map(([, to, label]) => (
      <MenuItem key={to} component={Link} to={to} onClick={onDone}>
        {label}
      </MenuItem>
    ));
}
