/** The settings of this installation. Each value is read where it is used, so that a change takes effect at once. Secrets are functions, so that no log prints them. */
import type { Lang } from '../../common/lang';

/** The gateway that sends text messages. Without a URL they stay in the outbox. */
export interface SmsSettings {
  readonly url: string;
  readonly key: () => string;
  /** The name messages are signed with. */
  readonly sign: string;
  /** Prefixes, with their plus sign, that a number must begin with: other countries and premium numbers cost too much. */
  readonly countries: readonly string[];
  readonly timeoutMs: number;
}

/** The SMTP server. Without a host mails stay in the outbox. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: () => string;
  readonly security: 'SSL' | 'TLS' | 'none';
  readonly sender: string;
  /** The address that receives mails of the server itself. */
  readonly recipient: string;
  /** Milliseconds until a silent mail server counts as failed. */
  readonly timeoutMs: number;
}
/** An S3-compatible object store that clients upload to directly. */
export interface ObjectStoreSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly keyId: string;
  readonly secret: () => string;
  /** The bucket is part of the path, not of the host name. */
  readonly pathStyle: boolean;
  /** The base URL under which objects are public; empty: each is read by a signed URL. */
  readonly publicUrl: string;
  /** Headers that the store requires with every object. */
  readonly params: Readonly<Record<string, string>>;
  /** Milliseconds until a silent store counts as failed. */
  readonly timeoutMs: number;
}
export interface UploadSettings {
  /** Storage driver of new files: the local disk or the object store. */
  readonly mode: 'local' | 's3';
  /** Absent while its settings are incomplete. */
  readonly store?: ObjectStoreSettings;
  readonly timeoutMs: number;
  /** Upload limit: bytes of one file (setting `upload_maxsize`); `modules/upload/uploadLimits.ts` enforces it. */
  readonly maxBytes: number;
  /** `*`, file extensions with or without a dot, `type/*` or full MIME types. */
  readonly allowed: readonly string[];
  readonly saveName: string;
  /** For all files of one person. */
  readonly quotaBytes: number;
}

/** A sentence of the public site that operators write themselves: below the name, in the footer, above each form. */
export type SiteSentence = 'tagline' | 'footer' | 'contact' | 'trial';
export interface SiteSentenceTexts {
  readonly text: string;
  /** On English pages; empty: as above. */
  readonly english: string;
}

export interface Settings {
  readonly siteName: string;
  /** ICP license number, which a site in China shows in its footer. */
  readonly recordNumber: string;
  /** The same on English pages; empty: as above. */
  readonly siteNameEn: string;
  readonly recordNumberEn: string;
  readonly siteSentences: Readonly<Record<SiteSentence, SiteSentenceTexts>>;
  /** Address of the logo; empty: the product's own. */
  readonly siteLogo: string;
  readonly cdnUrl: string;
  /** The origin that clients send their API calls to; empty: the origin of the page. */
  readonly apiUrl: string;
  /** URLs of additional stylesheets. */
  readonly stylesheets: readonly string[];
  readonly defaultLocale: Lang;
  /** The language used where the chosen language lacks a text. */
  readonly fallbackLocale: Lang;
  /** Days for which the history keeps every version of a row. */
  readonly historyDays: number;
  /** Whether new members may register. */
  readonly registration: boolean;
  readonly upload: UploadSettings;
  readonly mail: MailSettings;
  /** When sign-in requires a captcha. */
  readonly captcha: 'always' | 'adaptive' | 'never';
  /** The minimal password length of each realm. */
  readonly passwordMin: { readonly admin: number; readonly member: number };
  /** The IANA name of the site’s time zone, in which its days begin. */
  readonly timeZone: string;
  /** The ISO 4217 code of all balances; the currency has two decimals. */
  readonly currency: string;
  /** Whether the member center is open. */
  readonly memberCenter: boolean;
  /** The channels that verification codes can be sent by. */
  readonly verification: readonly ('email' | 'mobile')[];
  /** Points for the first, second … day of an unbroken series of check-ins; the last value counts for every further day. Empty: no points. */
  readonly checkInPoints: readonly number[];
  readonly sms: SmsSettings;
  /** Whether other installations may read the plugins as a catalog, and their members buy. */
  readonly marketOpen: boolean;
  readonly ledger: {
    /** Bookings of at least this amount (cents, points) require the password again; infinity: never. */
    readonly stepUp: { readonly money: number; readonly score: number };
    /** Bookings of at least this amount need a second admin. */
    readonly approvalLimit: { readonly money: number; readonly score: number };
    /** The sum of absolute amounts that one admin may book alone in one day of the site; infinity: no limit. */
    readonly dailyLimit: { readonly money: number; readonly score: number };
    /** Forms of bookings ask once more from this amount on; infinity: never. */
    readonly confirm: { readonly money: number; readonly score: number };
    /** Reasons that forms of bookings offer: the Chinese text and the English one. */
    readonly reasons: Readonly<Record<string, string>>;
  };
}

/** The texts of the settings that the public site shows, in a language; an empty English text falls back to the other one. */
export const siteTextsIn = (
  settings: Pick<Settings, 'siteName' | 'siteNameEn' | 'recordNumber' | 'recordNumberEn'>,
  lang: Lang,
): Pick<Settings, 'siteName' | 'recordNumber'> => ({
  siteName: (lang === 'en' && settings.siteNameEn) || settings.siteName,
  recordNumber: (lang === 'en' && settings.recordNumberEn) || settings.recordNumber,
});

/** A sentence of the site in a language; empty where the operator wrote none. */
export const siteSentenceIn = (
  { siteSentences }: Pick<Settings, 'siteSentences'>,
  name: SiteSentence,
  lang: Lang,
): string => (lang === 'en' && siteSentences[name].english) || siteSentences[name].text;
