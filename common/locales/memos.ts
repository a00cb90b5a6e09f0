/**
 * Memos of ledger entries. A memo written by people is shown unchanged; the server stores its own memos as a key, which is translated
 * for each reader.
 */
import { interpolate } from '../text/interpolate';
import { memos as english } from './en/memos';
import type { Lang } from '../lang';
import { memos as chinese } from './zh-cn/memos';

const TEXTS = { en: english, 'zh-cn': chinese } as const;
const CHECK_IN = /^check_in:([1-9]\d{0,5})$/;
const PURCHASE = 'purchase:';
const BETWEEN_TITLES = ' ¦ ';
const ACTIVATION = /^activation:([0-9A-Z]{4})$/;

/** The stored memo of a check-in on so many days in a row. */
export const checkInMemo = (days: number): string => `check_in:${days}`;

/** The stored memo of what an activation code with this end granted. */
export const activationMemo = (end: string): string => `activation:${end}`;

/** The stored memo of the purchase of a plugin; both texts of its title are kept. */
export const purchaseMemo = (titles: { readonly en: string; readonly 'zh-cn': string }): string =>
  `${PURCHASE}${titles['zh-cn']}${BETWEEN_TITLES}${titles.en}`;

/** The days in a row of a stored check-in memo; 0 for any other memo. */
export const checkInDays = (memo: string): number => Number(CHECK_IN.exec(memo)?.[1] ?? 0);

/** The memo in the language of the reader. */
export function memoText(memo: string, lang: Lang): string {
  if (memo.startsWith(PURCHASE) && memo.includes(BETWEEN_TITLES)) {
    const [chinese = '', english = chinese] = memo.slice(PURCHASE.length).split(BETWEEN_TITLES);
    return interpolate(TEXTS[lang].purchase, { title: lang === 'en' ? english : chinese });
  }
  const end = ACTIVATION.exec(memo)?.[1];
  if (end !== undefined) return interpolate(TEXTS[lang].activation, { end });
  const days = CHECK_IN.exec(memo)?.[1];
  return days === undefined ? memo : interpolate(TEXTS[lang].check_in, { days });
}
