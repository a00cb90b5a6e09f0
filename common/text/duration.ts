/** Waiting times as people say them. */

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;
const TAGS = { en: 'en-US', 'zh-cn': 'zh-CN' } as const;

/** `83868` seconds as `24 hours`, `90` as `2 minutes`, `30` as `30 seconds`; rounded up, so that nobody comes too early. */
export function durationText(seconds: number, lang: keyof typeof TAGS): string {
  const [unit, size] = UNITS.find(([, one]) => seconds > one) ?? (['second', 1] as const);
  const format = new Intl.NumberFormat(TAGS[lang], { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / size));
}
