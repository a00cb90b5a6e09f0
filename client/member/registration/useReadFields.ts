/** What a form of the joining screens was given, and what of it can be refused before it is sent. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { PATTERNS } from '../../../common/entity/patterns';
import { codePointLength } from '../../../common/text/normalize';
import type { FieldErrors } from '../useFormSubmit';

/** Fields take more than this, so that what is too long is refused whole and never cut. */
const MAX_LENGTHS = {
  username: LIMITS.accountMax,
  password: LIMITS.passwordMax,
  email: LIMITS.emailMax,
  mobile: LIMITS.emailMax,
  captcha: LIMITS.captchaMax,
} as const;
/** The field that holds the new password once more; it is never sent. */
export const REPEATED_PASSWORD_FIELD = 'repeated_password';
/** The shapes of what is typed, as the server judges them. */
const PATTERN_NAMES = { username: 'account', email: 'email', mobile: 'mobile', password: 'password' } as const;
const PASSWORD_LENGTHS = { min: LIMITS.passwordMin, max: LIMITS.passwordMax } as const;
export type FormFieldName = keyof typeof MAX_LENGTHS;
/** The house may ask for more of a password, and says so itself. */
const MIN_LENGTHS: Readonly<Partial<Record<FormFieldName, number>>> = {
  username: LIMITS.accountMin,
  password: LIMITS.passwordMin,
  captcha: LIMITS.captchaMin,
};

/** What is to be said of one value that is too long; undefined while it is not. */
export function useCheckMaxLength(): (name: FormFieldName, text: string) => string | undefined {
  const { t } = useTranslation();
  return (name, text) =>
    codePointLength(text) > MAX_LENGTHS[name] ? t('registration.too_long', { max: MAX_LENGTHS[name] }) : undefined;
}

/** The same of one that is missing, too short or too long. */
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

/** What stands in a field of a form; nothing where it has no such field. */
export function readField(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** What is wrong with the repeated password of a form that has one. */
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

/** Reads the fields of a form as they are and names everything that is wrong at once; a password says by itself that it is too long. */
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
    return { values, faults: fieldErrors, isWrong: invalid.length > 0 || repeatError !== undefined };
  };
}
