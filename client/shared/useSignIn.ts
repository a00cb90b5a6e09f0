/** The act of signing in, behind both login screens: what is missing, what was refused, and where to go on. */
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useSignInMutation, type Credentials } from './accountApi';
import { useApp } from './app';
import { useAppDispatch, useAppSelector } from './createStore';
import { fieldFaults, isCallFault } from './faults';
import { onwardPath, SIDES } from './onward';
import { asRecord } from './persist';
import { selectSigned, signedIn } from './session';

type Field = 'username' | 'password' | 'captcha';
export interface SignInRefusal {
  readonly fields: Readonly<Partial<Record<Field, string>>>;
  /** Said above the form: nothing a field is to blame for. */
  readonly general: string;
}
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
export function useOnward(): boolean {
  const app = useApp();
  const signed = useAppSelector(selectSigned(app.realm)) !== null;
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
  readonly submit: (
    credentials: Credentials,
    missing: Readonly<Record<Exclude<Field, 'captcha'>, string>>,
  ) => Promise<boolean>;
}
export function useSignIn(): SignIn {
  const { realm } = useApp();
  const dispatch = useAppDispatch();
  const [refusal, setRefusal] = useState(NOTHING);
  const [challenge, setChallenge] = useState('');
  const [ask, { isLoading }] = useSignInMutation();

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
    const answer = await ask({ realm, credentials: { ...credentials, ...proof, username } });
    if (answer.error !== undefined) {
      setRefusal(refusalOf(answer.error));
      setChallenge(wantsCaptcha(answer.error) ? nanoid(24) : '');
      return false;
    }
    setRefusal(NOTHING);
    dispatch(signedIn({ realm, person: answer.data, keep: credentials.keep }));
    return true;
  };
  return { refusal, challenge, renewChallenge: () => setChallenge(nanoid(24)), busy: isLoading, submit };
}
