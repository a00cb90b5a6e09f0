/** Numbers, amounts and times as people read them, in the language of the screen. */
import { useMemo } from 'react';
import { formatDate, formatDateTime, instantOf } from '../../common/text/dates';
import { useLang } from './i18n';
import type { Lang } from './settings';

export interface Format {
  /** `1 204` or `1,204`. */
  readonly number: (value: number) => string;
  /** A decimal string of the wire, grouped: `1,204.50`. */
  readonly money: (amount: string) => string;
  /** `yyyy-mm-dd hh:MM:ss`, the form of lists and forms. */
  readonly dateTime: (stamp: number) => string;
  readonly date: (stamp: number) => string;
  /** `hh:MM`. */
  readonly clock: (stamp: number) => string;
  /** "3 minutes ago": only in feeds, exact on hover. */
  readonly ago: (stamp: number, now?: number) => string;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function formatFor(lang: Lang): Format {
  const tag = lang === 'en' ? 'en-GB' : 'zh-CN';
  const numbers = new Intl.NumberFormat(tag);
  const amounts = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const relative = new Intl.RelativeTimeFormat(lang === 'en' ? 'en' : 'zh-CN', { numeric: 'auto' });
  return {
    number: (value) => numbers.format(value),
    // The string form of a decimal is formatted exactly, without passing through a float.
    money: (amount) => (/^-?\d+(\.\d+)?$/.test(amount) ? amounts.format(amount as `${number}`) : amount),
    dateTime: formatDateTime,
    date: formatDate,
    clock: (stamp) => formatDateTime(stamp).slice(11, 16),
    ago: (stamp, now = Date.now()) => {
      const seconds = Math.round((instantOf(stamp).getTime() - now) / 1000);
      const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
      return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : relative.format(0, 'second');
    },
  };
}

export function useFormat(): Format {
  const lang = useLang();
  return useMemo(() => formatFor(lang), [lang]);
}
