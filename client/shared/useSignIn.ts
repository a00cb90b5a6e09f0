/** The act of signing in, behind both login screens: what is missing, what was refused, and where to go on. */
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import {
  useAnswerSecondMutation,
  useEntranceQuery,
  useSignInMutation,
  type Credentials,
  type Welcome,
} from './accountApi';
import { useApp } from './app';
import { useAppDispatch, useAppSelector } from './createStore';
import { wantedFactor, type Wanted } from './wantedFactor';
import { fieldFaults, isCallFault } from './faults';
import { onwardPath, SIDES } from './onward';
import { asRecord } from './persist';
import { selectSigned, signedIn, type Realm } from './session';
import { deviceNoted, selectSettings } from './settings';

type Field = 'username' | 'password' | 'captcha';
export interface SignInRefusal {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Said above the form: nothing a field is to blame for. */
  readonly general: string;
}
/** Whoever has not signed in hears of changed settings by asking. */
export const LOOK_MS = 5_000;
const NOTHING: SignInRefusal = { fields: {}, general: '' };

function refusalOf(error: unknown): SignInRefusal {
  if (!isCallFault(error)) return { fields: {}, general: '?' };
  const fields = fieldFaults(error);
  if (Object.keys(fields).length > 0) return { fields, general: '' };
  // Which of the two was wrong is not said; the password is what people mistype.
  return error.kind === 'refused'
    ? { fields: { password: error.msg }, general: '' }
    : { fields: {}, general: error.msg };
}

const wantsCaptcha = (error: unknown) => isCallFault(error) && asRecord(error.data)?.['captcha'] === true;

/** Sends whoever is signed in on from the login screen; answers whether that is so. */
export function useOnward(wanted = true): boolean {
  const app = useApp();
  const signed = useAppSelector(selectSigned(app.realm)) !== null && wanted;
  useEffect(() => {
    if (signed) app.go(onwardPath(app.query().get('to'), SIDES[app.realm]), true);
  }, [app, signed]);
  return signed;
}

export interface SignIn {
  readonly refusal: SignInRefusal;
  /** Id of the captcha to be solved; empty when none is asked. Every attempt spends it. */
  readonly challenge: string;
  readonly renewChallenge: () => void;
  readonly busy: boolean;
  /** Nobody can enter at all. */
  readonly closed: boolean;
  readonly submit: (
    credentials: Credentials,
    missing: Readonly<Record<Exclude<Field, 'captcha'>, string>>,
  ) => Promise<boolean>;
  /** What is asked for after the right password. */
  readonly second: Wanted | undefined;
  readonly answer: (proof: object) => Promise<void>;
  /** Begins anew with the password. */
  readonly back: () => void;
}
/** Asked before the first attempt, so that a house that always wants a captcha costs nobody a refused one. */
function useChallenge(realm: Realm) {
  const { data } = useEntranceQuery(realm, { refetchOnMountOrArgChange: true, pollingInterval: LOOK_MS });
  const [first] = useState(() => nanoid(24));
  const [later, setChallenge] = useState<string>();
  const challenge = later ?? (data?.captcha === true ? first : '');
  return { challenge, setChallenge, closed: data?.closed === true };
}

/** Keeps whom the server let in. */
function useWelcome(realm: Realm) {
  const dispatch = useAppDispatch();
  return ({ person, device: note }: Welcome, keep: boolean) => {
    dispatch(signedIn({ realm, person, keep }));
    dispatch(deviceNoted({ realm, note }));
  };
}

/** The step after the right password, for those who have a second factor. */
function useSecond(welcome: (given: Welcome, keep: boolean) => void, tell: (refusal: SignInRefusal) => void) {
  const [second, setSecond] = useState<Wanted & { readonly keep: boolean }>();
  const [ask, { isLoading }] = useAnswerSecondMutation();
  const answer = async (proof: object) => {
    if (second === undefined) return;
    const { data, error } = await ask({ ticket: second.ticket, proof });
    if (data) welcome(data, second.keep);
    else tell({ fields: {}, general: isCallFault(error) ? error.msg : '?' });
  };
  return { second, setSecond, answer, answering: isLoading };
}

export function useSignIn(): SignIn {
  const { realm } = useApp();
  const welcome = useWelcome(realm);
  const { devices } = useAppSelector(selectSettings);
  const [refusal, setRefusal] = useState(NOTHING);
  const { challenge, setChallenge, closed } = useChallenge(realm);
  const [ask, { isLoading }] = useSignInMutation();
  const { second, setSecond, answer, answering } = useSecond(welcome, setRefusal);

  const submit: SignIn['submit'] = async (credentials, missing) => {
    const username = credentials.username.trim();
    const fields = {
      ...(username === '' ? { username: missing.username } : {}),
      ...(credentials.password === '' ? { password: missing.password } : {}),
    };
    if (Object.keys(fields).length > 0) {
      setRefusal({ fields, general: '' });
      return false;
    }
    const proof = challenge === '' ? {} : { captcha_id: challenge };
    const device = devices[realm].length === 0 ? {} : { device: devices[realm].join(' ') };
    const reply = await ask({ realm, credentials: { ...credentials, ...proof, ...device, username } });
    const more = wantedFactor(reply.error);
    if (more) {
      setRefusal(NOTHING);
      setSecond({ ...more, keep: credentials.keep });
      return true;
    }
    if (reply.error !== undefined) {
      setRefusal(refusalOf(reply.error));
      setChallenge(wantsCaptcha(reply.error) ? nanoid(24) : '');
      return false;
    }
    setRefusal(NOTHING);
    welcome(reply.data, credentials.keep);
    return true;
  };
  const back = () => {
    setRefusal(NOTHING);
    setSecond(undefined);
  };
  const renewChallenge = () => setChallenge(nanoid(24));
  const busy = isLoading || answering;
  return { refusal, challenge, renewChallenge, busy, closed, submit, second, answer, back };
}
