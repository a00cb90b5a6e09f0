/** Sends a form: refusals stand at their fields; the rest is said once, also what concerns a field the form does not have. */
import { useState, type InputEvent } from 'react';
import { api } from '../shared/api/api';
import { useApp } from '../shared/app/appContext';
import { fieldErrors, isCallFault, otherFieldErrors } from '../shared/api/faults';
import { asRecord } from '../../common/json';

export type FieldErrors = Readonly<Record<string, string>>;
export interface SubmitResult {
  readonly isOk: boolean;
  /** What was answered, also with a refusal. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What the server says of the success. */
  readonly message: string;
  /** What was refused, by field. */
  readonly fieldErrors: FieldErrors;
}
interface SubmitOptions {
  /** Fields that say themselves what was refused of them. */
  readonly shownFields: readonly string[];
  /** What others are called. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Shows what the server says of the success. */
  readonly announce?: boolean;
}
/** Fields of an address: what is refused of the account is shown there too. */
const CONTACT_FIELDS: ReadonlySet<string> = new Set(['email', 'mobile']);

export function useFormSubmit() {
  const { toasts } = useApp();
  const [request, { isLoading }] = api.useTellMutation();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [errorData, setErrorData] = useState<unknown>();
  const submit = async (
    url: string,
    body: object,
    { shownFields, labels = {}, announce = false }: SubmitOptions,
  ): Promise<SubmitResult> => {
    const { data, error } = await request({ url, method: 'POST', body, isSilent: true, announce });
    setErrorData(isCallFault(error) ? error.data : undefined);
    if (error === undefined) {
      setErrors({});
      return { isOk: true, data: asRecord(data.data) ?? {}, message: data.said, fieldErrors: {} };
    }
    const fields = fieldErrors(error);
    setErrors(fields);
    const otherErrors = otherFieldErrors(error, shownFields, labels);
    if (otherErrors !== '') toasts.show('error', otherErrors);
    else if (Object.keys(fields).length === 0 && isCallFault(error)) toasts.show('error', error.msg);
    return { isOk: false, data: (isCallFault(error) && asRecord(error.data)) || {}, message: '', fieldErrors: fields };
  };
  /** For the form's `onInput`: a field that is changed no longer shows its refusal. */
  const clearFieldError = ({ target }: InputEvent<HTMLElement>) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    const cleared = CONTACT_FIELDS.has(name) ? [name, 'account'] : [name];
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !cleared.includes(field))));
  };
  return {
    send: submit,
    faults: errors,
    setFaults: setErrors,
    clearFault: clearFieldError,
    busy: isLoading,
    wantsCaptcha: asRecord(errorData)?.['captcha'] === true,
  };
}
export type FormSubmit = ReturnType<typeof useFormSubmit>;
