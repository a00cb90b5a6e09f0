/** The act of signing in, behind both login screens: what is missing, what was refused, and where to go on. */
import { useEffect, useState } from 'react';
import { useSignInMutation, type Credentials } from './accountApi';
import { useApp } from './app';
import { useAppDispatch, useAppSelector } from './createStore';
import { fieldFaults, isCallFault } from './faults';
import { onwardPath, SIDES } from './onward';
import { selectSigned, signedIn } from './session';

type Field = 'username' | 'password';
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
  readonly busy: boolean;
  readonly submit: (credentials: Credentials, missing: Readonly<Record<Field, string>>) => Promise<boolean>;
}
export function useSignIn(): SignIn {
  const { realm } = useApp();
  const dispatch = useAppDispatch();
  const [refusal, setRefusal] = useState(NOTHING);
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
    const answer = await ask({ realm, credentials: { ...credentials, username } });
    if (answer.error !== undefined) {
      setRefusal(refusalOf(answer.error));
      return false;
    }
    setRefusal(NOTHING);
    dispatch(signedIn({ realm, person: answer.data, keep: credentials.keep }));
    return true;
  };
  return { refusal, busy: isLoading, submit };
}
