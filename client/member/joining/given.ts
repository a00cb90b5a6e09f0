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

/** What is to be said of one value that is too long; undefined while it is not. */
export function useTooLong(): (name: GivenName, text: string) => string | undefined {
  const { t } = useTranslation();
  return (name, text) => (lengthOf(text) > LONGEST[name] ? t('joining.too_long', { max: LONGEST[name] }) : undefined);
}

/** Reads the fields of a form as they are, and whether anything is wrong; a password says by itself that it is too long. */
export function useGiven() {
  const { t } = useTranslation();
  const tooLong = useTooLong();
  return (form: HTMLFormElement, names: readonly GivenName[]) => {
    const read = (name: string) => {
      const field = form.elements.namedItem(name);
      return field instanceof HTMLInputElement ? field.value : '';
    };
    const values = Object.fromEntries(names.map((name) => [name, read(name)]));
    const wrong = names.flatMap((name) => {
      const said = read(name) === '' ? t('joining.required') : tooLong(name, read(name));
      return said === undefined ? [] : [[name, said] as const];
    });
    const said = wrong.filter(([name]) => name !== 'password' || read(name) === '');
    return { values, faults: Object.fromEntries(said) as Faults, isWrong: wrong.length > 0 };
  };
}
