/** Sends a form: refusals stand at their fields; the rest is said once, also what concerns a field the form does not have. */
import { useState, type InputEvent } from 'react';
import { api } from '../shared/api';
import { useApp } from '../shared/app';
import { fieldFaults, isCallFault, otherFaults } from '../shared/faults';
import { asRecord } from '../shared/persist';

export type Faults = Readonly<Record<string, string>>;
export interface Sent {
  readonly ok: boolean;
  /** What was answered, also with a refusal. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What the server says of the success. */
  readonly said: string;
  /** What was refused, by field. */
  readonly refused: Faults;
}
interface Form {
  /** Fields that say themselves what was refused of them. */
  readonly shown: readonly string[];
  /** What others are called. */
  readonly names?: Readonly<Record<string, string>>;
  /** Shows what the server says of the success. */
  readonly announce?: boolean;
}
/** Fields of an address: what is refused of the account is shown there too. */
const ADDRESSES: ReadonlySet<string> = new Set(['email', 'mobile']);

export function useSending() {
  const { toasts } = useApp();
  const [ask, { isLoading }] = api.useTellMutation();
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<unknown>();
  const send = async (url: string, body: object, { shown, names = {}, announce = false }: Form): Promise<Sent> => {
    const { data, error } = await ask({ url, method: 'POST', body, quiet: true, announce });
    setRefusal(isCallFault(error) ? error.data : undefined);
    if (error === undefined) {
      setFaults({});
      return { ok: true, data: asRecord(data.data) ?? {}, said: data.said, refused: {} };
    }
    const fields = fieldFaults(error);
    setFaults(fields);
    const other = otherFaults(error, shown, names);
    if (other !== '') toasts.show('error', other);
    else if (Object.keys(fields).length === 0 && isCallFault(error)) toasts.show('error', error.msg);
    return { ok: false, data: (isCallFault(error) && asRecord(error.data)) || {}, said: '', refused: fields };
  };
  /** For the form's `onInput`: a field that is changed no longer shows its refusal. */
  const clearFault = ({ target }: InputEvent<HTMLElement>) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    const cleared = ADDRESSES.has(name) ? [name, 'account'] : [name];
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !cleared.includes(field))));
  };
  return {
    send,
    faults,
    setFaults,
    clearFault,
    busy: isLoading,
    wantsCaptcha: asRecord(refusal)?.['captcha'] === true,
  };
}
export type Sending = ReturnType<typeof useSending>;
