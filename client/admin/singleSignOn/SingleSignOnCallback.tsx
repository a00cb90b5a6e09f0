/** Redirect URI of the OpenID provider: finishes the sign-in, or links the account, with the request that this tab began. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCallFault } from '../../shared/api/faults';
import { useApp } from '../../shared/app/appContext';
import { useAppSelector } from '../../shared/app/createStore';
import { parseRequiredFactor } from '../../shared/auth/requiredFactor';
import { useFinishSingleSignOnMutation } from '../../shared/auth/signInApi';
import { useRequiredFactor, useStoreSession, type SignIn, type SignInErrors } from '../../shared/auth/useSignIn';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { selectSession } from '../../shared/store/session';
import { selectSettings } from '../../shared/store/settings';
import { SignInSecondStep } from '../../shared/secondFactor/SignInSecondStep';
import { singleSignOnApi, readPendingRequest, forgetPendingRequest } from './singleSignOnApi';

const { home, login } = APP_PATHS.admin;
const PROFILE_PATH = `${home}/profile`;
const NO_ERRORS: SignInErrors = { fields: {}, general: '' };

/** Sends the response once, and returns the message of a failure; empty while there is none. */
function useFinishSignIn() {
  const { t } = useTranslation();
  const { navigate } = useApp();
  const storeSession = useStoreSession('admin');
  const { devices } = useAppSelector(selectSettings);
  const [failure, setFailure] = useState('');
  const [request] = useState(readPendingRequest);
  const [errors, setErrors] = useState(NO_ERRORS);
  const factor = useRequiredFactor('admin', storeSession, setErrors);
  const [finish] = useFinishSingleSignOnMutation();
  const [link] = singleSignOnApi.useLinkIdentityMutation();
  const fail = (error: unknown) => setFailure(isCallFault(error) ? error.msg : t('singleSignOn.no_request'));
  const send = useEffectEvent(async () => {
    forgetPendingRequest();
    const query = window.location.search;
    if (request === undefined) {
      setFailure(t('singleSignOn.no_request'));
      return;
    }
    if (request.purpose === 'link') {
      const { error } = await link({ ticket: request.ticket, query });
      if (error === undefined) navigate(PROFILE_PATH, true);
      else fail(error);
      return;
    }
    const known = devices.admin.length === 0 ? {} : { device: devices.admin.join(' ') };
    const { data, error } = await finish({ ticket: request.ticket, query, ...known });
    const required = parseRequiredFactor(error);
    if (required) factor.setRequiredFactor({ ...required, keep: false });
    else if (data) storeSession(data, false);
    else fail(error);
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void send();
  }, []);
  return { failure, purpose: request?.purpose, errors, ...factor };
}

export function SingleSignOnCallback() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { navigate } = useApp();
  const response = useFinishSignIn();
  const isSignedIn = useAppSelector(selectSession('admin')) !== null;
  const { failure, purpose } = response;
  const isLinking = purpose === 'link';
  useEffect(() => {
    if (isSignedIn && purpose === 'sign_in') navigate(home, true);
  }, [isSignedIn, purpose, navigate]);
  const leave = () => navigate(isLinking ? PROFILE_PATH : login, true);
  const signIn: SignIn = {
    errors: response.errors,
    captchaId: '',
    renewCaptcha: () => undefined,
    isClosed: false,
    restart: leave,
    hasSingleSignOn: false,
    requiredFactor: response.requiredFactor,
    verifyFactor: response.verifyFactor,
    isBusy: response.isVerifying,
    submit: () => Promise.resolve(false),
  };
  return (
    <Stack component="main" sx={{ minHeight: '100dvh', justifyContent: 'center', px: 6, py: 12 }}>
      <Stack sx={{ gap: 5, width: '100%', maxWidth: 360, mx: 'auto' }}>
        <Typography variant="h1">{t('singleSignOn.title')}</Typography>
        {response.requiredFactor !== undefined && <SignInSecondStep signIn={signIn} />}
        {failure !== '' && (
          <>
            <Alert severity="error">{failure}</Alert>
            <Button variant="contained" onClick={leave} sx={{ alignSelf: 'flex-start' }}>
              {t(isLinking ? 'singleSignOn.to_profile' : 'singleSignOn.to_login')}
            </Button>
          </>
        )}
        {failure === '' && response.requiredFactor === undefined && (
          <Stack direction="row" component="output" sx={{ gap: 3, alignItems: 'center' }}>
            <CircularProgress size={20} aria-hidden />
            <Typography>{t('singleSignOn.busy')}</Typography>
          </Stack>
        )}
      </Stack>
    </Stack>
  );
}
