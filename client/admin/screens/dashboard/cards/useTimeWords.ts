/** How hours and days are said in the time zone of the site: short below a chart, long where they are asked for. */
import { useMemo } from 'react';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useZone } from '../figures/useFigure';

export interface TimeWords {
  readonly short: (start: number) => string;
  readonly long: (start: number) => string;
}
export function useTimeWords(grain: 'hour' | 'day'): TimeWords {
  const lang = useLanguage();
  const { name: timeZone } = useZone();
  return useMemo(() => {
    const tag = lang === 'en' ? 'en-GB' : 'zh-CN';
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const shortDay =
      lang === 'en' ? ({ day: 'numeric', month: 'short' } as const) : ({ day: 'numeric', month: 'numeric' } as const);
    const short = new Intl.DateTimeFormat(tag, { timeZone, ...(grain === 'hour' ? clock : shortDay) });
    const long = new Intl.DateTimeFormat(tag, {
      ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
      ...(grain === 'hour' ? clock : {}),
    });
    return { short: (start) => short.format(start * 1000), long: (start) => long.format(start * 1000) };
  }, [lang, timeZone, grain]);
}
