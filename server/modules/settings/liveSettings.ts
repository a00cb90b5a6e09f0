/**
 * The current settings: read at start-up and again after each change of a config item in the change log. A setting that is not stored has
 * the default of `config/defaults.ts`. Callers must not keep copies of values.
 */
import { isObject } from '../../../common/json';
import { MASK } from '../../../common/mask';
import type { Json } from '../../../common/entity/field';
import type { Registry } from '../../../common/entity/registry';
import { trimTrailingSlashes } from '../../../common/text/normalize';
import { isTimeZone } from '../../../common/text/time/timeZone';
import { decryptSetting } from '../../access/crypto/secretSettings';
import type { Db, Log } from '../../context';
import type { Settings, ObjectStoreSettings, SiteSentenceTexts } from '../../platform/settings';
import { createMutex } from '../../platform/mutex';

export interface LiveSettings {
  /** Always returns the newest values. */
  readonly settings: Settings;
  /** Reads the settings again; after a failure the previous values stay. */
  readonly refreshSettings: () => Promise<void>;
}
interface LiveSettingsDeps {
  readonly db: Db;
  readonly log: Log;
  readonly registry: Registry;
  readonly keys: readonly string[];
}

const MB = 1024 * 1024;

interface StoredItem {
  readonly name: string;
  readonly value: string | null;
  /** The encrypted value of a secret. */
  readonly sealed: string | null;
}

/** Reads values by name and type. */
function createItemReader(rows: readonly StoredItem[], keys: readonly string[]) {
  const values = new Map<string, Json>(
    rows.map(({ name, value }) => [name, value === null ? null : (JSON.parse(value) as Json)]),
  );
  const encryptedValues = new Map(rows.map((row) => [row.name, row.sealed]));
  const text = (name: string, fallback: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : values.has(name) ? '' : fallback;
  };
  return {
    text,
    /** A non-empty text. */
    named: (name: string, fallback: string) => text(name, fallback) || fallback,
    /** A text that passes the check. */
    passing: (name: string, check: (value: string) => boolean, fallback: string) => {
      const value = text(name, fallback);
      return check(value) ? value : fallback;
    },
    whole: (name: string, fallback: number) => {
      const value = Number(values.get(name) ?? Number.NaN);
      return Number.isSafeInteger(value) ? value : fallback;
    },
    /** An amount from which on a rule applies; empty: never. */
    from: (name: string, unit: number, fallback: number) => {
      const value = values.get(name);
      if (value === null) return Number.POSITIVE_INFINITY;
      return Number.isSafeInteger(value) ? Number(value) * unit : fallback;
    },
    /** The chosen options of a list. */
    chosen: <T extends string>(name: string, all: readonly T[], fallback: readonly T[]): readonly T[] => {
      const value = values.get(name);
      return Array.isArray(value) ? all.filter((item) => value.includes(item)) : fallback;
    },
    on: (name: string, fallback: boolean) => (values.has(name) ? values.get(name) === 1 : fallback),
    oneOf: <T extends string>(name: string, all: readonly T[], fallback: T): T =>
      all.find((item) => item === values.get(name)) ?? fallback,
    texts: (name: string, fallback: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
      if (!values.has(name)) return fallback;
      const value = values.get(name);
      const pairs = isObject(value) ? Object.entries(value) : [];
      return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
    },
    secret: (name: string, fallback: () => string) => {
      const encryptedValue = encryptedValues.get(name);
      if (values.get(name) !== MASK || typeof encryptedValue !== 'string')
        return values.has(name) ? () => '' : fallback;
      return () => decryptSetting(keys, name, encryptedValue) ?? '';
    },
  };
}
type ItemReader = ReturnType<typeof createItemReader>;

/**
 * A code that `Intl` can format. A code that an earlier version accepted stays valid: another currency would change the meaning of all
 * amounts.
 */
const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

const splitList = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '');

const readSentence = (items: ItemReader, name: string): SiteSentenceTexts => ({
  text: items.text(name, '').trim(),
  english: items.text(`${name}_en`, '').trim(),
});

function readSettings(items: ItemReader, defaultSettings: Settings): Settings {
  return {
    ...defaultSettings,
    siteName: items.named('site_name', defaultSettings.siteName),
    recordNumber: items.text('record_number', defaultSettings.recordNumber),
    siteNameEn: items.text('site_name_en', defaultSettings.siteNameEn).trim(),
    recordNumberEn: items.text('record_number_en', defaultSettings.recordNumberEn).trim(),
    siteSentences: {
      tagline: readSentence(items, 'site_tagline'),
      footer: readSentence(items, 'footer_text'),
      contact: readSentence(items, 'contact_intro'),
      trial: readSentence(items, 'trial_intro'),
    },
    siteLogo: items.text('site_logo', defaultSettings.siteLogo),
    cdnUrl: trimTrailingSlashes(items.text('cdn_url', defaultSettings.cdnUrl)),
    apiUrl: trimTrailingSlashes(items.text('api_url', defaultSettings.apiUrl)),
    stylesheets: items
      .text('stylesheets', defaultSettings.stylesheets.join('\n'))
      .split(/\s+/)
      .filter((part) => part !== ''),
    defaultLocale: items.oneOf('default_locale', ['en', 'zh-cn'], defaultSettings.defaultLocale),
    registration: items.on('registration', defaultSettings.registration),
    memberCenter: items.on('member_center', defaultSettings.memberCenter),
    captcha: items.oneOf('captcha', ['always', 'adaptive', 'never'], defaultSettings.captcha),
    passwordMin: {
      admin: items.whole('password_min_admin', defaultSettings.passwordMin.admin),
      member: items.whole('password_min_member', defaultSettings.passwordMin.member),
    },
    upload: readUploadSettings(items, defaultSettings.upload),
    mail: readMail(items, defaultSettings.mail),
    verification: items.chosen('verification', ['email', 'mobile'], defaultSettings.verification),
    timeZone: items.passing('time_zone', isTimeZone, defaultSettings.timeZone),
    currency: items.passing('currency', isCurrencyCode, defaultSettings.currency),
    checkInPoints: parsePoints(items.text('checkin_points', defaultSettings.checkInPoints.join(','))),
    marketOpen: items.on('market_open', defaultSettings.marketOpen),
    sms: readSms(items, defaultSettings.sms),
    ledger: loadLedger(items, defaultSettings.ledger),
  };
}

/** The object store, if all settings that it requires are present. */
function readStore(items: ItemReader, timeoutMs: number): ObjectStoreSettings | undefined {
  const secret = items.secret('upload_key_secret', () => '');
  const store = {
    endpoint: trimTrailingSlashes(items.text('upload_url', '')),
    region: items.named('upload_region', 'us-east-1'),
    bucket: items.text('upload_bucket', ''),
    keyId: items.text('upload_key_id', ''),
    secret,
    pathStyle: items.oneOf('upload_style', ['path', 'host'], 'path') === 'path',
    publicUrl: trimTrailingSlashes(items.text('upload_public_url', '')),
    params: items.texts('upload_params'),
    timeoutMs,
  };
  const isWhole = [store.endpoint, store.bucket, store.keyId, secret()].every((part) => part !== '');
  return isWhole ? store : undefined;
}

function readUploadSettings(items: ItemReader, defaultSettings: Settings['upload']): Settings['upload'] {
  const store = readStore(items, defaultSettings.timeoutMs);
  return {
    ...readLimits(items, defaultSettings),
    mode: store ? items.oneOf('upload_mode', ['local', 's3'], defaultSettings.mode) : 'local',
    ...(store ? { store } : {}),
  };
}

const readLimits = (
  items: ItemReader,
  defaultSettings: Settings['upload'],
): Omit<Settings['upload'], 'mode' | 'store'> => ({
  timeoutMs: defaultSettings.timeoutMs,
  maxBytes: items.whole('upload_maxsize', defaultSettings.maxBytes / MB) * MB,
  allowed: splitList(items.named('upload_mimetype', defaultSettings.allowed.join(','))),
  saveName: items.named('upload_savename', defaultSettings.saveName),
  quotaBytes: items.whole('upload_quota', defaultSettings.quotaBytes / MB) * MB,
});

const readMail = (items: ItemReader, defaultSettings: Settings['mail']): Settings['mail'] => ({
  ...defaultSettings,
  host: items.text('smtp_server', defaultSettings.host),
  port: Number(items.named('smtp_port', String(defaultSettings.port))),
  user: items.text('smtp_user', defaultSettings.user),
  password: items.secret('smtp_pass', defaultSettings.password),
  security: items.oneOf('smtp_verification', ['SSL', 'TLS', 'none'], defaultSettings.security),
  sender: items.text('smtp_sender_mail', defaultSettings.sender),
  recipient: items.text('mail_recipient', defaultSettings.recipient),
});

const parsePoints = (text: string): readonly number[] =>
  splitList(text)
    .map(Number)
    .filter((points) => Number.isSafeInteger(points) && points > 0);

const readSms = (items: ItemReader, defaultSettings: Settings['sms']): Settings['sms'] => ({
  url: items.text('sms_url', defaultSettings.url),
  key: items.secret('sms_key', defaultSettings.key),
  sign: items.text('sms_sign', defaultSettings.sign),
  countries: items
    .text('sms_countries', defaultSettings.countries.join(','))
    .split(/[\s,]+/)
    .filter((code) => code !== ''),
  timeoutMs: items.whole('sms_patience', defaultSettings.timeoutMs / 1000) * 1000,
});

const loadLedger = (
  items: ItemReader,
  { stepUp, approvalLimit, dailyLimit, confirm, reasons }: Settings['ledger'],
): Settings['ledger'] => ({
  stepUp: {
    money: items.from('ledger_stepup_money', 100, stepUp.money),
    score: items.from('ledger_stepup_score', 1, stepUp.score),
  },
  approvalLimit: {
    money: items.from('ledger_second_money', 100, approvalLimit.money),
    score: items.from('ledger_second_score', 1, approvalLimit.score),
  },
  dailyLimit: {
    money: items.from('ledger_clerk_day_money', 100, dailyLimit.money),
    score: items.from('ledger_clerk_day_score', 1, dailyLimit.score),
  },
  confirm: {
    money: items.from('ledger_confirm_money', 100, confirm.money),
    score: items.from('ledger_confirm_score', 1, confirm.score),
  },
  reasons: items.texts('ledger_reasons', reasons),
});

/** Starts with the default settings; `refresh` loads the stored ones. */
export function createLiveSettings(
  { db, log, registry, keys }: LiveSettingsDeps,
  defaultSettings: Settings,
): LiveSettings {
  let current = defaultSettings;
  const runExclusive = createMutex();
  const load = async () => {
    if (!registry.get('config')) return;
    const rows = await db.rows<StoredItem>('SELECT name, value, sealed FROM `config` WHERE delete_time IS NULL');
    current = readSettings(createItemReader(rows, keys), defaultSettings);
  };
  const getters = Object.keys(defaultSettings).map((name): readonly [string, PropertyDescriptor] => [
    name,
    { enumerable: true, get: () => current[name as keyof Settings] }, // The keys of a complete `Settings`.
  ]);
  return {
    settings: Object.defineProperties({}, Object.fromEntries(getters)) as Settings, // One getter per key.
    refreshSettings: () =>
      runExclusive(load).catch((error: unknown) =>
        log.error({ err: error }, 'reading the settings failed; the previous values stay'),
      ),
  };
}
