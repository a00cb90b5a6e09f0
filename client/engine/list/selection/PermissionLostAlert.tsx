/** Explains in a dialog why it can no longer be confirmed. */
import Alert from '@mui/material/Alert';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { usePermissionLostText } from '../../conflict/usePermissionLostText';

export function PermissionLostAlert() {
  useLazyTranslations();
  const permissionLostText = usePermissionLostText();
  return (
    <Alert severity="warning" sx={{ mx: 6 }}>
      {permissionLostText('undone')}
    </Alert>
  );
}
