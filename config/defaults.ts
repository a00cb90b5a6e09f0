/** The settings a fresh installation starts from; whoever builds a product of his own changes them here. */

export const defaults = {
  siteName: 'Atrium',
  /** The language before anybody has chosen one. */
  defaultLocale: 'en',
  /** Where a word is looked up that the chosen language lacks. */
  fallbackLocale: 'zh-cn',
  port: 8000,
  host: '127.0.0.1',
  dataDir: './data',
  /** When signing in asks for a captcha: `always`, `never`, or after failures. */
  captcha: 'adaptive',
  /** The shortest password of each realm; never below the six of the form. */
  passwordMin: { admin: 6, member: 6 },
} as const;
