/** What a form of the joining screens was given, and what of it can be refused before it is sent. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
import { PATTERNS } from '../../../common/entity/patterns';
import { lengthOf } from '../../../common/text/clean';
import type { Faults } from '../useSending';

/** Fields take more than this, so that what is too long is refused whole and never cut. */
const LONGEST = {
  username: LIMITS.accountMax,
  password: LIMITS.passwordMax,
  email: LIMITS.emailMax,
  mobile: LIMITS.emailMax,
  captcha: LIMITS.captchaMax,
} as const;
/** The field that holds the new password once more; it is never sent. */
export const REPEATED = 'repeated_password';
/** The shapes of what is typed, as the server judges them. */
const SHAPE = { username: 'account', email: 'email', mobile: 'mobile', password: 'password' } as const;
const PASSWORD_LENGTHS = { min: LIMITS.passwordMin, max: LIMITS.passwordMax } as const;
export type GivenName = keyof typeof LONGEST;
/** The house may ask for more of a password, and says so itself. */
const SHORTEST: Readonly<Partial<Record<GivenName, number>>> = {
  username: LIMITS.accountMin,
  password: LIMITS.passwordMin,
  captcha: LIMITS.captchaMin,
};

/** What is to be said of one value that is too long; undefined while it is not. */
export function useTooLong(): (name: GivenName, text: string) => string | undefined {
  const { t } = useTranslation();
  return (name, text) => (lengthOf(text) > LONGEST[name] ? t('joining.too_long', { max: LONGEST[name] }) : undefined);
}

/** The same of one that is missing, too short or too long. */
export function useLength(): (name: GivenName, text: string) => string | undefined {
  const { t } = useTranslation();
  const tooLong = useTooLong();
  return (name, text) => {
    if (text === '') return t('joining.required');
    const min = SHORTEST[name] ?? 0;
    if (lengthOf(text) < min) return name === 'captcha' ? t('joining.code_short') : t('joining.too_short', { min });
    const long = tooLong(name, text);
    if (long !== undefined || name === 'captcha') return long;
    const isShaped = PATTERNS[SHAPE[name]](name === 'password' ? text : text.trim());
    return isShaped ? undefined : t(`joining.malformed.${name}`, PASSWORD_LENGTHS);
  };
}

/** What stands in a field of a form; nothing where it has no such field. */
export function valueIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** What is wrong with the repeated password of a form that has one. */
function repeatFault(form: HTMLFormElement, names: readonly GivenName[], t: TFunction): string | undefined {
  if (!names.includes('password')) return undefined;
  const repeated = valueIn(form, REPEATED);
  if (repeated === '') return t('joining.required');
  return repeated === valueIn(form, 'password') ? undefined : t('joining.password.repeat');
}

/** Reads the fields of a form as they are and names everything that is wrong at once; a password says by itself that it is too long. */
export function useGiven() {
  const { t } = useTranslation();
  const judge = useLength();
  const tooLong = useTooLong();
  return (form: HTMLFormElement, names: readonly GivenName[]) => {
    const read = (name: string) => valueIn(form, name);
    const values = Object.fromEntries(names.map((name) => [name, read(name)]));
    const wrong = names.flatMap((name) => {
      const said = judge(name, read(name));
      return said === undefined ? [] : [[name, said] as const];
    });
    const again = repeatFault(form, names, t);
    const said = wrong.filter(([name]) => name !== 'password' || tooLong(name, read(name)) === undefined);
    const faults: Faults = { ...Object.fromEntries(said), ...(again === undefined ? {} : { [REPEATED]: again }) };
    return { values, faults, isWrong: wrong.length > 0 || again !== undefined };
  };
}
