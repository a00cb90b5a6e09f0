/** Sign-in of both login screens: validation, errors, captcha, second factor and the redirect afterwards. */
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useSubmitSecondFactorMutation,
  useLoginFormQuery,
  useSignInMutation,
  type Credentials,
  type SignInResult,
} from './signInApi';
import { useApp } from '../app/appContext';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { parseRequiredFactor, type RequiredFactor } from './requiredFactor';
import { fieldErrors, getErrorText, isCallFault } from '../api/faults';
import { safeRedirectPath, APP_PATHS } from '../routing/safeRedirects';
import { asRecord } from '../../../common/json';
import { selectSession, signedIn } from '../store/session';
import { type Realm } from '../../../common/realm';
import { deviceRemembered, selectSettings } from '../store/settings';

type Field = 'username' | 'password' | 'captcha';
export interface SignInErrors {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Shown above the form; belongs to no field. */
  readonly general: string;
}
/** Login screens have no live connection and poll for changed settings. */
export const SETTINGS_POLL_MS = 5_000;
const NO_ERRORS: SignInErrors = { fields: {}, general: '' };

function toSignInErrors(error: unknown, fallback: string): SignInErrors {
  if (!isCallFault(error)) return { fields: {}, general: fallback };
  const fields = fieldErrors(error);
  if (Object.keys(fields).length > 0) return { fields, general: '' };
  // The server does not say which of the two is wrong; people usually mistype the password.
  return error.kind === 'refused'
    ? { fields: { password: error.msg }, general: '' }
    : { fields: {}, general: error.msg };
}

const needsCaptcha = (error: unknown) => isCallFault(error) && asRecord(error.data)?.['captcha'] === true;

/** Redirects a signed-in person away from the login screen; returns whether a person is signed in. */
export function useRedirectWhenSignedIn(isEnabled = true): boolean {
  const app = useApp();
  const isSignedIn = useAppSelector(selectSession(app.realm)) !== null && isEnabled;
  useEffect(() => {
    if (isSignedIn) app.navigate(safeRedirectPath(app.urlQuery().get('to'), APP_PATHS[app.realm]), true);
  }, [app, isSignedIn]);
  return isSignedIn;
}

export interface SignIn {
  readonly errors: SignInErrors;
  /** Id of the captcha to solve; empty if none is required. Each attempt uses it up. */
  readonly captchaId: string;
  readonly renewCaptcha: () => void;
  readonly isBusy: boolean;
  /** Sign-in is closed. */
  readonly isClosed: boolean;
  readonly hasSingleSignOn: boolean;
  readonly submit: (
    credentials: Credentials,
    emptyTexts: Readonly<Record<Exclude<Field, 'captcha'>, string>>,
  ) => Promise<boolean>;
  /** The second factor that the server requires after the right password. */
  readonly requiredFactor: RequiredFactor | undefined;
  readonly verifyFactor: (proof: object) => Promise<void>;
  /** Returns to the password step. */
  readonly restart: () => void;
}
/** Asks before the first attempt whether a captcha is required, so that no attempt fails only because of it. */
function useCaptchaChallenge(realm: Realm) {
  const { data } = useLoginFormQuery(realm, { refetchOnMountOrArgChange: true, pollingInterval: SETTINGS_POLL_MS });
  const [initialId] = useState(() => nanoid(24));
  const [renewedId, setCaptchaId] = useState<string>();
  const captchaId = renewedId ?? (data?.needsCaptcha === true ? initialId : '');
  return {
    captchaId,
    setCaptchaId,
    isClosed: data?.isClosed === true,
    hasSingleSignOn: data?.hasSingleSignOn === true,
  };
}

/** Stores the session and the device token of a sign-in. */
export function useStoreSession(realm: Realm) {
  const dispatch = useAppDispatch();
  return ({ person, deviceToken }: SignInResult, keep: boolean) => {
    dispatch(signedIn({ realm, person, isPersistent: keep }));
    dispatch(deviceRemembered({ realm, note: deviceToken }));
  };
}

/** The second-factor step after the right password. */
export function useRequiredFactor(
  realm: Realm,
  storeSession: (response: SignInResult, keep: boolean) => void,
  onError: (errors: SignInErrors) => void,
) {
  const { t } = useTranslation();
  const [requiredFactor, setRequiredFactor] = useState<RequiredFactor & { readonly keep: boolean }>();
  const { devices } = useAppSelector(selectSettings);
  const [send, { isLoading }] = useSubmitSecondFactorMutation();
  const verifyFactor = async (proof: object) => {
    if (requiredFactor === undefined) return;
    const device = realm === 'member' && devices[realm].length > 0 ? { device: devices[realm].join(' ') } : {};
    const { data, error } = await send({ realm, ticket: requiredFactor.ticket, proof: { ...proof, ...device } });
    if (data) storeSession(data, requiredFactor.keep);
    else onError({ fields: {}, general: getErrorText(error, t('shell.failed.crash')) });
  };
  return { requiredFactor, setRequiredFactor, verifyFactor, isVerifying: isLoading };
}

export function useSignIn(): SignIn {
  const { t } = useTranslation();
  const { realm } = useApp();
  const storeSession = useStoreSession(realm);
  const { devices } = useAppSelector(selectSettings);
  const [errors, setErrors] = useState(NO_ERRORS);
  const { captchaId, setCaptchaId, isClosed, hasSingleSignOn } = useCaptchaChallenge(realm);
  const [send, { isLoading }] = useSignInMutation();
  const { requiredFactor, setRequiredFactor, verifyFactor, isVerifying } = useRequiredFactor(
    realm,
    storeSession,
    setErrors,
  );

  const submit: SignIn['submit'] = async (credentials, emptyTexts) => {
    const username = credentials.username.trim();
    const fields = {
      ...(username === '' ? { username: emptyTexts.username } : {}),
      ...(credentials.password === '' ? { password: emptyTexts.password } : {}),
    };
    if (Object.keys(fields).length > 0) {
      setErrors({ fields, general: '' });
      return false;
    }
    const captcha = captchaId === '' ? {} : { captcha_id: captchaId };
    const deviceTokens = devices[realm].length === 0 ? {} : { device: devices[realm].join(' ') };
    const result = await send({ realm, credentials: { ...credentials, ...captcha, ...deviceTokens, username } });
    const factor = parseRequiredFactor(result.error);
    if (factor) {
      setErrors(NO_ERRORS);
      setRequiredFactor({ ...factor, keep: credentials.keep });
      return true;
    }
    if (result.error !== undefined) {
      setErrors(toSignInErrors(result.error, t('shell.failed.crash')));
      setCaptchaId(needsCaptcha(result.error) ? nanoid(24) : '');
      return false;
    }
    setErrors(NO_ERRORS);
    storeSession(result.data, credentials.keep);
    return true;
  };
  const restart = () => {
    setErrors(NO_ERRORS);
    setRequiredFactor(undefined);
  };
  const renewCaptcha = () => setCaptchaId(nanoid(24));
  const isBusy = isLoading || isVerifying;
  return {
    errors,
    captchaId,
    renewCaptcha,
    isBusy,
    isClosed,
    hasSingleSignOn,
    submit,
    requiredFactor,
    verifyFactor,
    restart,
  };
}
