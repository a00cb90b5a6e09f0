/** The member's sign-in, by user name, email or mobile number. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from '../../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../../shared/controls/ColorSchemeMenu';
import { useApp } from '../../../shared/app/appContext';
import { SignInForm } from '../../../shared/auth/SignInForm';
import { useLoginFormQuery } from '../../../shared/auth/signInApi';
import { useRedirectWhenSignedIn } from '../../../shared/auth/useSignIn';
import { useDocumentTitle } from '../../../shared/app/useDocumentTitle';
import { SiteLogo } from '../../../shared/controls/SiteLogo';
import { useSiteName } from '../../../shared/store/siteSettings';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { readAccountRecoveryTicket, readSupportTicket } from '../../support/linkTickets';

const AccountRecovery = lazyWithRetry(async () => (await import('../../security/AccountRecovery')).AccountRecovery);
const Support = lazyWithRetry(async () => (await import('../../support/SupportSignIn')).SupportSignIn);
const Registration = lazyWithRetry(
  async () => (await import('../../registration/RegistrationForms')).RegistrationForms,
);
/** The forms of the screen. `retrieve`: password reset; `notme`: locks the account after a message about a change that its owner did not make. */
type SignInView = 'login' | 'register' | 'retrieve' | 'notme' | 'support';
/** Links to the other forms. */
const OTHER_VIEWS: Readonly<Record<SignInView, readonly SignInView[]>> = {
  login: ['register', 'retrieve'],
  register: ['login'],
  retrieve: ['login'],
  notme: ['retrieve', 'login'],
  support: [],
};

const SecondStep = lazyWithRetry(
  async () => (await import('../../../shared/secondFactor/SignInSecondStep')).SignInSecondStep,
);
function PasswordSignIn() {
  const { t } = useTranslation();
  return (
    <>
      <Typography variant="h1">{t('member.login.heading')}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 1, mb: 8 }}>{t('member.login.lead')}</Typography>
      <SignInForm
        username={t('member.login.account')}
        required={{ username: t('member.login.required.account'), password: t('member.login.required.password') }}
        secondStep={SecondStep}
      />
    </>
  );
}

/** The form that the URL asks for; links in mails and in the console contain tickets. */
function viewFromUrl(query: URLSearchParams): SignInView {
  if (readAccountRecoveryTicket() !== null) return 'notme';
  if (readSupportTicket() !== null) return 'support';
  const tab = query.get('tab');
  return tab === 'register' || tab === 'retrieve' ? tab : 'login';
}

interface OtherViewsProps {
  readonly view: SignInView;
  readonly onSelect: (view: SignInView) => void;
}
/** Links to the other forms. A closed center offers only the way back. */
function OtherViews({ view, onSelect }: OtherViewsProps) {
  const { t } = useTranslation();
  const { data } = useLoginFormQuery('member');
  const others = OTHER_VIEWS[view].filter((other) => other === 'login' || data?.isClosed !== true);
  return (
    <Stack direction="row" sx={{ mt: 4, justifyContent: 'space-between' }}>
      {others.map((other) =>
        other === 'notme' || other === 'support' ? null : (
          <Button key={other} size="small" onClick={() => onSelect(other)}>
            {t(`member.login.${other}`)}
          </Button>
        ),
      )}
    </Stack>
  );
}

export function Login() {
  const { t } = useTranslation();
  const { urlQuery } = useApp();
  const [view, setView] = useState<SignInView>(() => viewFromUrl(urlQuery()));
  const isSignedIn = useRedirectWhenSignedIn(view !== 'support' && view !== 'notme');
  const site = useSiteName();
  useDocumentTitle(t('console.title.userLogin'), site);
  // A support ticket opens its account even if another member is signed in.
  if (isSignedIn) return null;
  return (
    <Stack sx={{ minHeight: '100dvh', bgcolor: { xs: 'background.paper', sm: 'background.default' } }}>
      <Stack component="header" direction="row" sx={{ alignItems: 'center', px: { xs: 6, sm: 8 }, py: 5 }}>
        <Box sx={{ flex: 1 }}>
          <SiteLogo name={site} />
        </Box>
        <LanguageMenu />
        <ColorSchemeMenu />
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
          {view === 'login' ? (
            <PasswordSignIn />
          ) : (
            <Suspense fallback={<Box sx={{ minHeight: 420 }} />}>
              {view === 'notme' && <AccountRecovery />}
              {view === 'support' && <Support />}
              {(view === 'register' || view === 'retrieve') && (
                <Registration formKind={view} onSignIn={() => setView('login')} />
              )}
            </Suspense>
          )}
          {OTHER_VIEWS[view].length > 0 && <OtherViews view={view} onSelect={setView} />}
        </Card>
      </Stack>
    </Stack>
  );
}
