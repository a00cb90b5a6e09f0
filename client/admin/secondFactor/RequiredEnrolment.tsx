/** Shown to admins whose role group requires a second factor and who have none: enrolment or sign-out. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../shared/controls/ColorSchemeMenu';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { useSession } from '../../shared/auth/useSession';
import { useDocumentTitle } from '../../shared/app/useDocumentTitle';
import { SiteLogo } from '../../shared/controls/SiteLogo';
import { SecondFactorSettings } from './SecondFactorSettings';
import { useSecondFactor } from '../../shared/secondFactor/useSecondFactor';
import { useSiteName } from '../../shared/store/siteSettings';

export function RequiredEnrolment({ onDone }: { readonly onDone: () => void }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { signOut } = useSession();
  const secondFactor = useSecondFactor();
  const siteName = useSiteName();
  useDocumentTitle(t('secondFactor.enrol_title'), siteName);
  const hasSecondFactor = secondFactor.state.otp || secondFactor.state.passkeys.length > 0;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', px: { xs: 4, sm: 6 }, py: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', maxWidth: 560, mx: 'auto', mb: 8 }}>
        <Box sx={{ flex: 1 }}>
          <SiteLogo name={siteName} />
        </Box>
        <LanguageMenu />
        <ColorSchemeMenu />
      </Stack>
      <Stack sx={{ maxWidth: 560, mx: 'auto', gap: 4 }}>
        <Box>
          <Typography variant="h1">{t('secondFactor.enrol_title')}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 1 }}>{t('secondFactor.enrol_lead')}</Typography>
        </Box>
        <SecondFactorSettings secondFactor={secondFactor} />
        <Stack direction="row" sx={{ gap: 2 }}>
          {hasSecondFactor && (
            <Button variant="contained" onClick={onDone}>
              {t('secondFactor.enrol_done')}
            </Button>
          )}
          <Button onClick={signOut}>{t('secondFactor.sign_out')}</Button>
        </Stack>
      </Stack>
    </Box>
  );
}
