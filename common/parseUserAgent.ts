/** Readable names of browsers and operating systems. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];
const matchName = (table: typeof BROWSERS, text: string): string =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/** Browser and operating system of a user agent; for a program the first word of its name, for unknown ones an empty text. */
export function parseUserAgent(text: string): { readonly browser: string; readonly system: string } {
  const program = /^[\w.-]{1,30}/.exec(text)?.[0] ?? '';
  return {
    browser: matchName(BROWSERS, text) || (program === 'Mozilla' ? '' : program),
    system: matchName(SYSTEMS, text),
  };
}

/** Browser and system as one text, such as `Chrome · Linux`; the user agent itself when neither is known. */
export function browserText(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  return [browser, system].filter((part) => part !== '').join(' · ') || userAgent;
}
