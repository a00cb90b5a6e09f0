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
  /** The shortest password of each realm; never below the six of the form. */
  passwordMin: { admin: 6, member: 6 },
  /** The time zone a new installation stores at its first start: that of the machine, unless one is named here. */
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  /** The currency a new installation stores at its first start. */
  currency: 'CNY',
  /** Days for which every version of every record is kept; fewer than 365 the database refuses. */
  historyDays: 365,
  /** Whether members may enter; the public site and the console stay open either way. */
  memberCentre: true,
  /** Whether somebody new may register. */
  registration: true,
  /** How codes reach members. */
  verification: ['email', 'mobile'],
  /** Points of the first, second … day of checking in without a break; the last counts for every further day. */
  checkInPoints: [5, 6, 7, 8, 9, 10, 20],
  /** The HTTP gateway of text messages; without a URL they are kept in the outbox. */
  sms: { url: '', key: () => '', sign: 'Atrium', countries: ['+86'], timeoutMs: 5_000 },
  recordNumber: '',
  cdnUrl: '',
  /** The origin that clients send their API calls to; empty: the page's own. */
  apiUrl: '',
  /** Stylesheets of fonts and icons on a CDN; none: everything comes from this server. */
  stylesheets: [] as readonly string[],
  upload: {
    /** Where files go: `local`, or `s3` once a store is set up in the console. */
    mode: 'local',
    /** Milliseconds an object store may say nothing. */
    timeoutMs: 6_000,
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
    /** Bookings of at least so much (cents, points) ask staff for their password, and second factor, again. */
    stepUp: { money: 100_000, score: 100_000 },
    /** Bookings of at least so much wait until another admin approves them; infinity: none does. */
    secondPerson: { money: Number.POSITIVE_INFINITY, score: Number.POSITIVE_INFINITY },
    /** The most one admin books alone in one day of the site (cents, points); infinity: no limit. */
    clerkDay: { money: Number.POSITIVE_INFINITY, score: Number.POSITIVE_INFINITY },
  },
} as const;
