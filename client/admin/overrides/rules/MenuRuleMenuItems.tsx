/** Row menu item that adds a child rule. */
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RowMenuItemsProps } from '../../../engine/override';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function MenuRuleMenuItems({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  if (!isPermissionGranted(permissions, 'menu_rule/add')) return null;
  return (
    <MenuItem component={Link} to={`/admin/menu_rule?pid=${id}&record=new`} onClick={onDone}>
      {t('permissions.rows.rule_below')}
    </MenuItem>
  );
}
