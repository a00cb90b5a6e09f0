/** Formats numbers, amounts and times in the language of the screen; dates and times are shown in the browser's time zone. */
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { formatMoney, moneyParts, type MoneyParts } from '../../../common/text/formatMoney';
import { formatDate, formatDateTime, toDate } from '../../../common/text/time/dates';
import { useLanguage } from './i18n';
import { HIDDEN_AMOUNT } from '../store/settings';
import type { Lang } from '../../../common/lang';
import { selectCurrency } from '../store/siteSettings';

export interface Formatters {
  /** `1 204` or `1,204`. */
  readonly number: (value: number) => string;
  /** A decimal text in the currency of the site: `¥1,204.50`. */
  readonly money: (amount: string) => string;
  /** The same with a plus sign above zero: `+¥1,204.50`. */
  readonly signedMoney: (amount: string) => string;
  /** The parts of an amount; undefined if the text is not an amount. */
  readonly moneyParts: (amount: string) => MoneyParts | undefined;
  /** A hidden amount: `¥••••`. */
  readonly hiddenMoney: string;
  /** `yyyy-mm-dd hh:MM:ss`, the form of lists and forms. */
  readonly dateTime: (stamp: number) => string;
  readonly date: (stamp: number) => string;
  /** `hh:MM`. */
  readonly time: (stamp: number) => string;
  /** Today the time, this year the day ("8 May"), otherwise the date. */
  readonly shortTime: (stamp: number, now?: number) => string;
  /** "3 minutes ago": only in feeds, exact on hover. */
  readonly relativeTime: (stamp: number, now?: number) => string;
}

const RELATIVE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Number of the calendar day on this device: "yesterday" is a day, not 24 hours. */
const calendarDay = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;

export function createFormatters(lang: Lang, currency: string): Formatters {
  const locale = lang === 'en' ? 'en-GB' : 'zh-CN';
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const style = { lang, currency };
  const formatter = new Intl.RelativeTimeFormat(lang === 'en' ? 'en' : 'zh-CN', { numeric: 'auto' });
  /** With the space between a number and Chinese that all our texts have: `3 天前`. */
  const relative = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    formatter.format(value, unit).replace(/(\d)(?=\p{Script=Han})/gu, '$1 ');
  return {
    number: (value) => numbers.format(value),
    money: (amount) => formatMoney(amount, style),
    signedMoney: (amount) => formatMoney(amount, { ...style, signed: true }),
    hiddenMoney: formatMoney('0', style).replace(/[\d.]+/, HIDDEN_AMOUNT),
    moneyParts: (amount) => moneyParts(amount, style),
    dateTime: formatDateTime,
    date: formatDate,
    time: (stamp) => formatDateTime(stamp).slice(11, 16),
    shortTime: (stamp, now = Date.now()) => {
      const [at, today] = [toDate(stamp), new Date(now)];
      if (calendarDay(at) === calendarDay(today)) return formatDateTime(stamp).slice(11, 16);
      return at.getFullYear() === today.getFullYear() ? days.format(at) : formatDate(stamp);
    },
    relativeTime: (stamp, now = Date.now()) => {
      const seconds = Math.round((toDate(stamp).getTime() - now) / 1000);
      const unit = RELATIVE_UNITS.find(([, size]) => Math.abs(seconds) >= size);
      if (unit?.[0] === 'day') return relative(calendarDay(toDate(stamp)) - calendarDay(new Date(now)), 'day');
      return unit ? relative(Math.trunc(seconds / unit[1]), unit[0]) : relative(0, 'second');
    },
  };
}

export function useFormatters(): Formatters {
  const lang = useLanguage();
  const currency = useSelector(selectCurrency);
  return useMemo(() => createFormatters(lang, currency), [lang, currency]);
}
