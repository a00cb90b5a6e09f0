/** Link to the permission explanation, in the lists of admins and role groups. */
import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isPermissionGranted, useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

export function PermissionExplanationLink() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  if (!isPermissionGranted(permissions, 'admin_group/index')) return null;
  return (
    <Button
      component={Link}
      to="/admin/explain"
      size="small"
      aria-label={t('permissions.rows.why_button')}
      title={t('permissions.rows.why_button')}
      sx={{ minWidth: 36, flex: 'none', gap: 1.5 }}
    >
      <HelpIcon fontSize="small" />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {t('permissions.rows.why_button')}
      </Box>
    </Button>
  );
}
