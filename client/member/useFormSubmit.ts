/** Sends a form. Errors of shown fields are returned by field; all others, also of fields that the form lacks, become one toast. */
import { useState, type InputEvent } from 'react';
import { api } from '../shared/api/api';
import { useApp } from '../shared/app/appContext';
import { fieldErrors, isCallFault, otherFieldErrors } from '../shared/api/faults';
import { asRecord } from '../../common/json';

export type FieldErrors = Readonly<Record<string, string>>;
export interface SubmitResult {
  readonly isOk: boolean;
  /** The data of the response, also of a refusal. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The server's message of a success. */
  readonly message: string;
  /** Error messages by field. */
  readonly fieldErrors: FieldErrors;
}
interface SubmitOptions {
  /** Fields that show their own errors. */
  readonly shownFields: readonly string[];
  /** Labels of the other fields. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Shows the server's message of a success as a toast. */
  readonly announce?: boolean;
}
/** Contact fields: they also show the errors of `account`. */
const CONTACT_FIELDS: ReadonlySet<string> = new Set(['email', 'mobile']);

export function useFormSubmit() {
  const { toasts } = useApp();
  const [request, { isLoading }] = api.useRequestWithMessageMutation();
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
      return { isOk: true, data: asRecord(data.data) ?? {}, message: data.message, fieldErrors: {} };
    }
    const fields = fieldErrors(error);
    setErrors(fields);
    const otherErrors = otherFieldErrors(error, shownFields, labels);
    if (otherErrors !== '') toasts.show('error', otherErrors);
    else if (Object.keys(fields).length === 0 && isCallFault(error) && error.kind !== 'cancelled')
      toasts.show('error', error.msg);
    return { isOk: false, data: (isCallFault(error) && asRecord(error.data)) || {}, message: '', fieldErrors: fields };
  };
  /** For the form's `onInput`: a changed field no longer shows its error. */
  const clearFieldError = ({ target }: InputEvent<HTMLElement>) => {
    const name = target instanceof HTMLInputElement ? target.name : '';
    const cleared = CONTACT_FIELDS.has(name) ? [name, 'account'] : [name];
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !cleared.includes(field))));
  };
  return {
    send: submit,
    fieldErrors: errors,
    setFieldErrors: setErrors,
    clearFieldError,
    isBusy: isLoading,
    needsCaptcha: asRecord(errorData)?.['captcha'] === true,
  };
}
export type FormSubmit = ReturnType<typeof useFormSubmit>;
