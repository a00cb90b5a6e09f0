/** Links from an admin to the explanation of its permissions and to its log. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowMenuItemsProps } from '../../../engine/override';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function AdminMenuItems({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const links = [
    ['admin_group/index', `/admin/explain?admin_id=${id}`, t('permissions.rows.why')],
    ['admin_log/index', `/admin/admin_log?admin_id=${id}`, t('permissions.rows.log')],
  ] as const;
  return links
    .filter(([permission]) => isPermissionGranted(permissions, permission))
    .map(([permission, to, label]) => (
      <MenuItem key={permission} component={Link} to={to} onClick={onDone}>
        {label}
      </MenuItem>
    ));
}
