/** Sign-in screen: form and illustration. */
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../../shared/controls/ColorSchemeMenu';
import { SignInForm } from '../../../shared/auth/SignInForm';
import { useRedirectWhenSignedIn } from '../../../shared/auth/useSignIn';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { LoginScene } from './LoginScene';
import { useSiteName } from '../../../shared/store/siteSettings';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const SignInSecondStep = lazyWithRetry(
  async () => (await import('../../../shared/secondFactor/SignInSecondStep')).SignInSecondStep,
);

const SingleSignOnButton = lazyWithRetry(
  async () => (await import('../../singleSignOn/SingleSignOnButton')).SingleSignOnButton,
);

export function Login() {
  const { t } = useTranslation();
  const isSignedIn = useRedirectWhenSignedIn();
  const siteName = useSiteName();
  useDocumentTitle(t('console.title.adminLogin'), siteName);
  if (isSignedIn) return null;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(420px, 5fr) 7fr' },
        minHeight: '100dvh',
        bgcolor: 'background.paper',
      }}
    >
      <Stack component="main" sx={{ px: { xs: 6, sm: 12 }, py: 6 }}>
        <Stack direction="row" sx={{ alignItems: 'center' }}>
          <Box sx={{ flex: 1 }}>
            <SiteLogo name={siteName} />
          </Box>
          <LanguageMenu />
          <ColorSchemeMenu />
        </Stack>
        <Stack sx={{ flex: 1, justifyContent: 'center', width: '100%', maxWidth: 360, mx: 'auto', py: 12 }}>
          <Typography variant="h1">{t('console.login.heading')}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 1, mb: 8 }}>
            {t('console.login.lead', { site: siteName })}
          </Typography>
          <SignInForm
            secondStep={SignInSecondStep}
            singleSignOn={SingleSignOnButton}
            username={t('console.login.username')}
            required={{
              username: t('console.login.required.username'),
              password: t('console.login.required.password'),
            }}
          />
        </Stack>
      </Stack>
      <LoginScene />
    </Box>
  );
}
