/** The act of signing in, behind both login screens: what is missing, what was refused, and where to go on. */
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import {
  useAnswerSecondMutation,
  useEntranceQuery,
  useSignInMutation,
  type Credentials,
  type SignInResult,
} from './signInApi';
import { useApp } from '../app/appContext';
import { useAppDispatch, useAppSelector } from '../app/createStore';
import { parseRequiredFactor, type RequiredFactor } from './requiredFactor';
import { fieldErrors, isCallFault } from '../api/faults';
import { safeRedirectPath, APP_PATHS } from '../routing/safeRedirects';
import { asRecord } from '../../../common/json';
import { selectSession, signedIn } from '../store/session';
import { type Realm } from '../../../common/realm';
import { deviceRemembered, selectSettings } from '../store/settings';

type Field = 'username' | 'password' | 'captcha';
export interface SignInErrors {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Said above the form: nothing a field is to blame for. */
  readonly general: string;
}
/** Whoever has not signed in hears of changed settings by asking. */
export const SETTINGS_POLL_MS = 5_000;
const NO_ERRORS: SignInErrors = { fields: {}, general: '' };

function toSignInErrors(error: unknown): SignInErrors {
  if (!isCallFault(error)) return { fields: {}, general: '?' };
  const fields = fieldErrors(error);
  if (Object.keys(fields).length > 0) return { fields, general: '' };
  // Which of the two was wrong is not said; the password is what people mistype.
  return error.kind === 'refused'
    ? { fields: { password: error.msg }, general: '' }
    : { fields: {}, general: error.msg };
}

const needsCaptcha = (error: unknown) => isCallFault(error) && asRecord(error.data)?.['captcha'] === true;

/** Sends whoever is signed in on from the login screen; answers whether that is so. */
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
  /** Id of the captcha to be solved; empty when none is asked. Every attempt spends it. */
  readonly captchaId: string;
  readonly renewCaptcha: () => void;
  readonly isBusy: boolean;
  /** Nobody can enter at all. */
  readonly isClosed: boolean;
  readonly submit: (
    credentials: Credentials,
    emptyTexts: Readonly<Record<Exclude<Field, 'captcha'>, string>>,
  ) => Promise<boolean>;
  /** What is asked for after the right password. */
  readonly requiredFactor: RequiredFactor | undefined;
  readonly verifyFactor: (captcha: object) => Promise<void>;
  /** Begins anew with the password. */
  readonly restart: () => void;
}
/** Asked before the first attempt, so that a house that always wants a captcha costs nobody a refused one. */
function useCaptchaChallenge(realm: Realm) {
  const { data } = useEntranceQuery(realm, { refetchOnMountOrArgChange: true, pollingInterval: SETTINGS_POLL_MS });
  const [initialId] = useState(() => nanoid(24));
  const [renewedId, setCaptchaId] = useState<string>();
  const captchaId = renewedId ?? (data?.needsCaptcha === true ? initialId : '');
  return { challenge: captchaId, setChallenge: setCaptchaId, closed: data?.isClosed === true };
}

/** Keeps whom the server let in. */
function useStoreSession(realm: Realm) {
  const dispatch = useAppDispatch();
  return ({ person, deviceToken }: SignInResult, keep: boolean) => {
    dispatch(signedIn({ realm, person, isPersistent: keep }));
    dispatch(deviceRemembered({ realm, note: deviceToken }));
  };
}

/** The step after the right password, for those who have a second factor. */
function useSecondFactor(
  storeSession: (answer: SignInResult, keep: boolean) => void,
  onError: (errors: SignInErrors) => void,
) {
  const [requiredFactor, setRequiredFactor] = useState<RequiredFactor & { readonly keep: boolean }>();
  const [send, { isLoading }] = useAnswerSecondMutation();
  const verifyFactor = async (captcha: object) => {
    if (requiredFactor === undefined) return;
    const { data, error } = await send({ ticket: requiredFactor.ticket, proof: captcha });
    if (data) storeSession(data, requiredFactor.keep);
    else onError({ fields: {}, general: isCallFault(error) ? error.msg : '?' });
  };
  return { second: requiredFactor, setSecond: setRequiredFactor, answer: verifyFactor, answering: isLoading };
}

export function useSignIn(): SignIn {
  const { realm } = useApp();
  const storeSession = useStoreSession(realm);
  const { devices } = useAppSelector(selectSettings);
  const [errors, setErrors] = useState(NO_ERRORS);
  const { challenge: captchaId, setChallenge: setCaptchaId, closed: isClosed } = useCaptchaChallenge(realm);
  const [send, { isLoading }] = useSignInMutation();
  const {
    second: requiredFactor,
    setSecond: setRequiredFactor,
    answer: verifyFactor,
    answering: isVerifying,
  } = useSecondFactor(storeSession, setErrors);

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
      setErrors(toSignInErrors(result.error));
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
  return { errors, captchaId, renewCaptcha, isBusy, isClosed, submit, requiredFactor, verifyFactor, restart };
}
