/** Shows on the login screen why the last session ended. */
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { selectEndReason } from '../store/sessionEndReasons';

export function SessionEndNotice() {
  const { t } = useTranslation();
  const { realm } = useApp();
  const reason = useAppSelector(selectEndReason(realm));
  if (reason === null) return null;
  return (
    <Alert severity="info" sx={{ mb: 4 }}>
      {realm === 'admin' && reason === 'disabled' ? t('shell.ended_staff_disabled') : t(`shell.ended.${reason}`)}
    </Alert>
  );
}
