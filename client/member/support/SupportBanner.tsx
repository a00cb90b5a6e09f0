/** The banner of a support session: shows its end time, and a button ends it earlier. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useSession } from '../../shared/auth/useSession';

export function SupportBanner({ until }: { readonly until: number }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  const { person, signOut } = useSession();
  return (
    <Alert
      severity="warning"
      variant="filled"
      data-support
      sx={{ borderRadius: 0, alignItems: 'center' }}
      action={
        <Button color="inherit" size="small" onClick={signOut}>
          {t('registration.support_end')}
        </Button>
      }
    >
      {t('registration.support', { name: person?.nickname || person?.username || '' })} ·{' '}
      {t('memberSupport.support.until', { time: format.dateTime(until) })}
    </Alert>
  );
}
