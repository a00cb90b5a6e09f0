/** Says in a question why it cannot be answered with yes any more. */
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
