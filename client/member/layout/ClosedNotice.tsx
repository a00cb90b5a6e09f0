/** The closed member center: shows the message and polls for its reopening. */
import StoreOutlined from '@mui/icons-material/StorefrontOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';

export function ClosedNotice() {
  useLazyTranslations();
  const { t } = useTranslation();
  return (
    <Stack role="alert" data-closed sx={{ alignItems: 'center', textAlign: 'center', gap: 3, py: 16 }}>
      <StoreOutlined sx={{ fontSize: 48, color: 'text.secondary' }} />
      <Typography variant="h2">{t('faults.member.disabled')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('registration.closed.help')}</Typography>
    </Stack>
  );
}
