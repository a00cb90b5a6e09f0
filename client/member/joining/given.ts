/** What a form of the joining screens was given, and what of it can be refused before it is sent. */
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../common/limits';
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
    return lengthOf(text) < min ? t('joining.too_short', { min }) : tooLong(name, text);
  };
}

/** What stands in a field of a form; nothing where it has no such field. */
export function valueIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.value : '';
}

/** Reads the fields of a form as they are, and whether anything is wrong; a password says by itself that it is too long. */
export function useGiven() {
  const judge = useLength();
  const tooLong = useTooLong();
  return (form: HTMLFormElement, names: readonly GivenName[]) => {
    const read = (name: string) => valueIn(form, name);
    const values = Object.fromEntries(names.map((name) => [name, read(name)]));
    const wrong = names.flatMap((name) => {
      const said = judge(name, read(name));
      return said === undefined ? [] : [[name, said] as const];
    });
    const said = wrong.filter(([name]) => name !== 'password' || tooLong(name, read(name)) === undefined);
    return { values, faults: Object.fromEntries(said) as Faults, isWrong: wrong.length > 0 };
  };
}
