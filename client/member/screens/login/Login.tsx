/** Signing in as a member, by username, e-mail or mobile number. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../../shared/controls/LanguageMenu';
import { SchemeMenu } from '../../../shared/controls/SchemeMenu';
import { SignInForm } from '../../../shared/SignInForm';
import { useOnward } from '../../../shared/useSignIn';
import { useTitle } from '../../../shared/useTitle';
import { Logo } from '../../../ui/Logo';

export function Login() {
  const { t } = useTranslation();
  const signed = useOnward();
  const site = t('console.product');
  useTitle(t('console.title.userLogin'), site);
  if (signed) return null;
  return (
    <Stack sx={{ minHeight: '100dvh', bgcolor: { xs: 'background.paper', sm: 'background.default' } }}>
      <Stack component="header" direction="row" sx={{ alignItems: 'center', px: { xs: 6, sm: 8 }, py: 5 }}>
        <Box sx={{ flex: 1 }}>
          <Logo name={site} />
        </Box>
        <LanguageMenu />
        <SchemeMenu />
      </Stack>
      <Stack
        component="main"
        sx={{ flex: 1, alignItems: 'center', justifyContent: 'center', p: { xs: 0, sm: 6 }, pb: { sm: 24 } }}
      >
        <Card
          sx={{
            width: '100%',
            maxWidth: { xs: '100%', sm: 420 },
            p: { xs: 6, sm: 10 },
            border: { xs: 0, sm: 1 },
            borderColor: { sm: 'divider' },
          }}
        >
          <Typography variant="h1">{t('member.login.heading')}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 1, mb: 8 }}>{t('member.login.lead')}</Typography>
          <SignInForm
            username={t('member.login.account')}
            required={{ username: t('member.login.required.account'), password: t('member.login.required.password') }}
          />
        </Card>
      </Stack>
    </Stack>
  );
}
