/** Why an entry was booked: what people wrote stands as it is; what the house wrote is sealed as a key and said to each reader in his language. */
import { interpolate } from '../text/interpolate';
import { memos as english } from './en/memos';
import type { Lang } from './index';
import { memos as chinese } from './zh-cn/memos';

const TEXTS = { en: english, 'zh-cn': chinese } as const;
const CHECK_IN = /^check_in:([1-9]\d{0,5})$/;

/** As it is sealed: days in a row. */
export const checkInMemo = (days: number): string => `check_in:${days}`;

/** How many days in a row a sealed memo tells of; 0 for any other. */
export const checkInDays = (memo: string): number => Number(CHECK_IN.exec(memo)?.[1] ?? 0);

/** A memo as its reader may read it. */
export function memoText(memo: string, lang: Lang): string {
  const days = CHECK_IN.exec(memo)?.[1];
  return days === undefined ? memo : interpolate(TEXTS[lang].check_in, { days });
}
