/** Reads and validates the fields of the registration forms. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { PATTERNS } from '../../../common/entity/patterns';
import { codePointLength } from '../../../common/text/normalize';
import type { FieldErrors } from '../useFormSubmit';

/** Inputs accept longer texts, so that a text that is too long is refused and never cut. */
const MAX_LENGTHS = {
  username: LIMITS.accountMax,
  password: LIMITS.passwordMax,
  email: LIMITS.emailMaxChars,
  mobile: LIMITS.emailMaxChars,
  captcha: LIMITS.captchaMax,
} as const;
/** The field that repeats the new password; it is never sent. */
export const REPEATED_PASSWORD_FIELD = 'repeated_password';
/** The patterns of the fields, as the server checks them. */
const PATTERN_NAMES = { username: 'account', email: 'email', mobile: 'mobile', password: 'password' } as const;
const PASSWORD_LENGTHS = { min: LIMITS.passwordMin, max: LIMITS.passwordMax } as const;
export type FormFieldName = keyof typeof MAX_LENGTHS;
/** Minimum lengths; the server may require more of a password and then returns its own message. */
const MIN_LENGTHS: Readonly<Partial<Record<FormFieldName, number>>> = {
  username: LIMITS.accountMin,
  password: LIMITS.passwordMin,
  captcha: LIMITS.captchaMin,
};

/** Returns the message of a text that is too long; undefined if it is not. */
export function useCheckMaxLength(): (name: FormFieldName, text: string) => string | undefined {
  const { t } = useTranslation();
  return (name, text) =>
    codePointLength(text) > MAX_LENGTHS[name] ? t('registration.too_long', { max: MAX_LENGTHS[name] }) : undefined;
}

/** Returns the message of a text that is missing, too short, too long or malformed; undefined if it is valid. */
export function useCheckField(): (name: FormFieldName, text: string) => string | undefined {
  const { t } = useTranslation();
  const checkMaxLength = useCheckMaxLength();
  return (name, text) => {
    if (text === '') return t('registration.required');
    const min = MIN_LENGTHS[name] ?? 0;
    if (codePointLength(text) < min)
      return name === 'captcha' ? t('registration.code_short') : t('registration.too_short', { min });
    const lengthError = checkMaxLength(name, text);
    if (lengthError !== undefined || name === 'captcha') return lengthError;
    const matchesPattern = PATTERNS[PATTERN_NAMES[name]](name === 'password' ? text : text.trim());
    return matchesPattern ? undefined : t(`registration.malformed.${name}`, PASSWORD_LENGTHS);
  };
}

/** The value of a form field; empty if there is no such field. */
export function readField(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** The error of the repeated password, if the form has one. */
function checkRepeatedPassword(
  form: HTMLFormElement,
  names: readonly FormFieldName[],
  t: TFunction,
): string | undefined {
  if (!names.includes('password')) return undefined;
  const repeated = readField(form, REPEATED_PASSWORD_FIELD);
  if (repeated === '') return t('registration.required');
  return repeated === readField(form, 'password') ? undefined : t('registration.password.repeat');
}

/** Reads the fields and returns all errors at once. A password that is too long is left out: its field shows that itself. */
export function useReadFields() {
  const { t } = useTranslation();
  const checkField = useCheckField();
  const checkMaxLength = useCheckMaxLength();
  return (form: HTMLFormElement, names: readonly FormFieldName[]) => {
    const read = (name: string) => readField(form, name);
    const values = Object.fromEntries(names.map((name) => [name, read(name)]));
    const invalid = names.flatMap((name) => {
      const fieldMessages = checkField(name, read(name));
      return fieldMessages === undefined ? [] : [[name, fieldMessages] as const];
    });
    const repeatError = checkRepeatedPassword(form, names, t);
    const fieldMessages = invalid.filter(
      ([name]) => name !== 'password' || checkMaxLength(name, read(name)) === undefined,
    );
    const fieldErrors: FieldErrors = {
      ...Object.fromEntries(fieldMessages),
      ...(repeatError === undefined ? {} : { [REPEATED_PASSWORD_FIELD]: repeatError }),
    };
    return { values, fieldErrors, isWrong: invalid.length > 0 || repeatError !== undefined };
  };
}
