/** Default settings of a new installation. A product built on this one changes them here. */

export const defaults = {
  siteName: 'Atrium',
  /** The language until a user chooses one. */
  defaultLocale: 'en',
  /** The language of texts that the chosen one lacks. */
  fallbackLocale: 'zh-cn',
  port: 8000,
  host: '127.0.0.1',
  dataDir: './data',
  /** When signing in asks for a captcha: `always`, `never`, or after failures. */
  captcha: 'adaptive',
  /** Minimum password length of each realm, at least 6 (`LIMITS.passwordMin`). */
  passwordMin: { admin: 6, member: 6 },
  /** The time zone that a new installation stores at its first start; by default that of the machine. */
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  /** The currency a new installation stores at its first start. */
  currency: 'CNY',
  /** Days for which the history contains every version of a record; the database refuses fewer than 365. */
  historyDays: 365,
  /** Whether the member center is open. The public site and the console are always open. */
  memberCenter: true,
  /** Whether new members can register. */
  registration: true,
  /** Channels that send verification codes to members. */
  verification: ['email', 'mobile'],
  /** Points for the first, second … consecutive day of check-in; the last value also applies to all further days. */
  checkInPoints: [5, 6, 7, 8, 9, 10, 20],
  /** The HTTP gateway of text messages; without a URL the messages stay in the outbox. */
  sms: { url: '', key: () => '', sign: 'Atrium', countries: ['+86'], timeoutMs: 5_000 },
  /** Whether the catalog of plugins is published for the consoles of other installations. */
  marketOpen: false,
  recordNumber: '',
  /** Texts of English pages; empty: the texts above. */
  siteNameEn: '',
  recordNumberEn: '',
  /** Sentences of the public site, each in Chinese or the default language, and in English; empty: the standard ones. */
  siteSentences: {
    tagline: { text: '', english: '' },
    footer: { text: '', english: '' },
    contact: { text: '', english: '' },
    trial: { text: '', english: '' },
  },
  /** Address of the logo; empty: the product's own. */
  siteLogo: '',
  cdnUrl: '',
  /** The origin to which clients send their API calls; empty: the origin of the page. */
  apiUrl: '',
  /** URLs of stylesheets with fonts and icons on a CDN; empty: this server delivers all of them. */
  stylesheets: [] as readonly string[],
  upload: {
    /** Storage driver of new files: `local`, or `s3` after an admin has configured an object store. */
    mode: 'local',
    /** Milliseconds without a response after which a request to the object store fails. */
    timeoutMs: 6_000,
    /** Upload limit: maximum size of one file in bytes; see `server/modules/upload/uploadLimits.ts`. */
    maxBytes: 10 * 1024 * 1024,
    allowed:
      'png jpg jpeg webp gif bmp avif pdf zip rar 7z doc docx xls xlsx ppt pptx mp4 webm mov mp3 wav ogg txt csv md json'.split(
        ' ',
      ),
    saveName: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
    quotaBytes: 2 * 1024 * 1024 * 1024,
  },
  mail: {
    host: '',
    port: 465,
    user: '',
    password: () => '',
    security: 'SSL',
    sender: '',
    recipient: '',
    timeoutMs: 10_000,
  },
  ledger: {
    /** A booking of at least this amount (cents, points) needs a step-up: password and second factor. */
    stepUp: { money: 100_000, score: 100_000 },
    /** A booking of at least this amount needs the approval of a second admin; infinity: never. */
    approvalLimit: { money: Number.POSITIVE_INFINITY, score: Number.POSITIVE_INFINITY },
    /** Limit of the bookings of one admin without approval per day (cents, points); infinity: no limit. */
    dailyLimit: { money: Number.POSITIVE_INFINITY, score: Number.POSITIVE_INFINITY },
    /** Forms of bookings ask once more from this amount on (cents, points). */
    confirm: { money: 1_000_000, score: 100_000 },
    /** Reasons that forms of bookings offer: the Chinese text and the English one. */
    reasons: {
      现金充值: 'Cash top-up',
      退还多收款项: 'Refund of an overpayment',
      更正记账错误: 'Correction of a wrong entry',
    },
  },
} as const;
