/** Signing in as a member, by username, e-mail or mobile number. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../../shared/controls/LanguageMenu';
import { SchemeMenu } from '../../../shared/controls/SchemeMenu';
import { useApp } from '../../../shared/app';
import { SignInForm } from '../../../shared/SignInForm';
import { useOnward } from '../../../shared/useSignIn';
import { useTitle } from '../../../shared/useTitle';
import { Logo } from '../../../ui/Logo';
import { useSiteName } from '../../../shared/site';
import { lazyPart } from '../../../ui/lazyPart';
import { notMeTicket, supportTicket } from '../../care/supportTicket';

const NotMe = lazyPart(async () => (await import('../../care/NotMe')).NotMe);
const Support = lazyPart(async () => (await import('../../care/Support')).Support);
const Joining = lazyPart(async () => (await import('../../joining/Joining')).Joining);
type Face = 'login' | 'register' | 'retrieve' | 'notme' | 'support';
/** The ways besides the one that is shown. */
const OTHERS: Readonly<Record<Face, readonly Face[]>> = {
  login: ['register', 'retrieve'],
  register: ['login'],
  retrieve: ['login'],
  notme: ['retrieve', 'login'],
  support: [],
};

function SignIn() {
  const { t } = useTranslation();
  return (
    <>
      <Typography variant="h1">{t('member.login.heading')}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1, mb: 8 }}>{t('member.login.lead')}</Typography>
      <SignInForm
        username={t('member.login.account')}
        required={{ username: t('member.login.required.account'), password: t('member.login.required.password') }}
      />
    </>
  );
}

/** Links of mails and of the console lead here. */
function faceOf(query: URLSearchParams): Face {
  if (notMeTicket() !== null) return 'notme';
  if (supportTicket() !== null) return 'support';
  const tab = query.get('tab');
  return tab === 'register' || tab === 'retrieve' ? tab : 'login';
}

export function Login() {
  const { t } = useTranslation();
  const { query } = useApp();
  const [face, setFace] = useState<Face>(() => faceOf(query()));
  const signed = useOnward(face !== 'support' && face !== 'notme');
  const site = useSiteName();
  useTitle(t('console.title.userLogin'), site);
  // A ticket of support opens an account even where somebody else is signed in.
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
          {face === 'login' ? (
            <SignIn />
          ) : (
            <Suspense fallback={<Box sx={{ minHeight: 420 }} />}>
              {face === 'notme' && <NotMe />}
              {face === 'support' && <Support />}
              {(face === 'register' || face === 'retrieve') && (
                <Joining what={face} onSignIn={() => setFace('login')} />
              )}
            </Suspense>
          )}
          <Stack direction="row" sx={{ mt: 4, justifyContent: 'space-between' }}>
            {OTHERS[face].map((other) =>
              other === 'notme' || other === 'support' ? null : (
                <Button key={other} size="small" onClick={() => setFace(other)}>
                  {t(`member.login.${other}`)}
                </Button>
              ),
            )}
          </Stack>
        </Card>
      </Stack>
    </Stack>
  );
}
