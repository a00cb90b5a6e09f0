/** Periods over which the metric of a threshold is counted. */
export const THRESHOLD_PERIODS = {
  total: 'total',
  today: 'today',
  ten_minutes: 'ten_minutes',
  hour: 'hour',
  week: 'week',
  month: 'month',
} as const;
export type ThresholdPeriod = keyof typeof THRESHOLD_PERIODS;

/** The seconds a period reaches back from any moment; absent for those with a fixed beginning. */
export const PERIOD_SECONDS: Readonly<Partial<Record<string, number>>> = {
  ten_minutes: 600,
  hour: 3_600,
  week: 7 * 86_400,
  month: 30 * 86_400,
} satisfies Partial<Record<ThresholdPeriod, number>>;
