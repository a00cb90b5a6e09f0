/** Why one has to sign in again. */
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useApp } from './app';
import { useAppSelector } from './createStore';
import { selectEnding } from './ending';

export function EndingNote() {
  const { t } = useTranslation();
  const { realm } = useApp();
  const why = useAppSelector(selectEnding(realm));
  if (why === null) return null;
  return (
    <Alert severity="info" sx={{ mb: 4 }}>
      {realm === 'admin' && why === 'disabled' ? t('shell.ended_staff_disabled') : t(`shell.ended.${why}`)}
    </Alert>
  );
}
