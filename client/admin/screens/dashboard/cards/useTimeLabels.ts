/** Formats hours and days in the site's time zone: short for the axis, long for tooltip and table. */
import { useMemo } from 'react';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useDashboardTimeZone } from '../metrics/useMetric';

export interface TimeLabels {
  readonly short: (start: number) => string;
  readonly long: (start: number) => string;
}
export function useTimeLabels(grain: 'hour' | 'day'): TimeLabels {
  const lang = useLanguage();
  const { name: timeZone } = useDashboardTimeZone();
  return useMemo(() => {
    const locale = lang === 'en' ? 'en-GB' : 'zh-CN';
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const shortDay =
      lang === 'en' ? ({ day: 'numeric', month: 'short' } as const) : ({ day: 'numeric', month: 'numeric' } as const);
    const shortFormat = new Intl.DateTimeFormat(locale, { timeZone, ...(grain === 'hour' ? clock : shortDay) });
    const longFormat = new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(grain === 'hour' ? clock : {}),
    });
    return { short: (start) => shortFormat.format(start * 1000), long: (start) => longFormat.format(start * 1000) };
  }, [lang, timeZone, grain]);
}
