/** Waiting times as text. */

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;
/** Between a digit and a Chinese character, where our texts have a space. */
const BEFORE_HAN = /(?<=\d)(?=\p{Script=Han})/u;
const LOCALE_TAGS = { en: 'en-US', 'zh-cn': 'zh-CN' } as const;

/** `83868` seconds as `24 hours`, `90` as `2 minutes`, `30` as `30 seconds`, in Chinese `30 秒钟`; rounded up. */
export function formatDuration(seconds: number, lang: keyof typeof LOCALE_TAGS): string {
  const [unit, unitSeconds] = UNITS.find(([, unitSeconds]) => seconds > unitSeconds) ?? (['second', 1] as const);
  const format = new Intl.NumberFormat(LOCALE_TAGS[lang], { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / unitSeconds)).replace(BEFORE_HAN, ' ');
}
