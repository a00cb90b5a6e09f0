/** The settings as they stand now: read at start, again whenever the change log tells of a config item, and never kept by whoever uses them. */
import { SECRET_MASK } from '../../../common/entities/siteItem';
import type { Json } from '../../../common/entity/field';
import type { Registry } from '../../../common/entity/registry';
import { withoutEndSlashes } from '../../../common/text/clean';
import { isZone } from '../../../common/text/zone';
import { openSecret } from '../../access/sealed';
import type { Db, Log, Settings, ObjectStoreSettings } from '../../context';

export interface LiveSettings {
  /** Always answers with the newest values. */
  readonly settings: Settings;
  /** Reads them anew; a failure keeps what was known. */
  readonly refresh: () => Promise<void>;
}
interface Ground {
  readonly db: Db;
  readonly log: Log;
  readonly registry: Registry;
  readonly keys: readonly string[];
}

const MB = 1024 * 1024;

interface Stored {
  readonly name: string;
  readonly value: string | null;
  readonly sealed: string | null;
}

/** Values by name, each answered only in the form it is asked for. */
function bagOf(rows: readonly Stored[], keys: readonly string[]) {
  const values = new Map<string, Json>(
    rows.map(({ name, value }) => [name, value === null ? null : (JSON.parse(value) as Json)]),
  );
  const sealed = new Map(rows.map((row) => [row.name, row.sealed]));
  const text = (name: string, otherwise: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : values.has(name) ? '' : otherwise;
  };
  return {
    text,
    /** A text that must not be empty. */
    named: (name: string, otherwise: string) => text(name, otherwise) || otherwise,
    /** A text the check accepts. */
    passing: (name: string, check: (value: string) => boolean, otherwise: string) => {
      const value = text(name, otherwise);
      return check(value) ? value : otherwise;
    },
    whole: (name: string, otherwise: number) => {
      const value = Number(values.get(name) ?? Number.NaN);
      return Number.isSafeInteger(value) ? value : otherwise;
    },
    /** An amount from which on something applies; emptied: never. */
    from: (name: string, unit: number, otherwise: number) => {
      const value = values.get(name);
      if (value === null) return Number.POSITIVE_INFINITY;
      return Number.isSafeInteger(value) ? Number(value) * unit : otherwise;
    },
    /** Those of a list that are chosen. */
    chosen: <T extends string>(name: string, all: readonly T[], otherwise: readonly T[]): readonly T[] => {
      const value = values.get(name);
      return Array.isArray(value) ? all.filter((one) => value.includes(one)) : otherwise;
    },
    on: (name: string, otherwise: boolean) => (values.has(name) ? values.get(name) === 1 : otherwise),
    oneOf: <T extends string>(name: string, all: readonly T[], otherwise: T): T =>
      all.find((one) => one === values.get(name)) ?? otherwise,
    texts: (name: string): Readonly<Record<string, string>> => {
      const value = values.get(name);
      const pairs = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
      return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
    },
    secret: (name: string, otherwise: () => string) => {
      const kept = sealed.get(name);
      if (values.get(name) !== SECRET_MASK || typeof kept !== 'string') return values.has(name) ? () => '' : otherwise;
      return () => openSecret(keys, name, kept) ?? '';
    },
  };
}
type Bag = ReturnType<typeof bagOf>;

/** A code that `Intl` can format. One that an earlier version accepted stays in force: another currency would change what all amounts mean. */
const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

const listOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '');

function readSettings(bag: Bag, founded: Settings): Settings {
  return {
    ...founded,
    siteName: bag.named('site_name', founded.siteName),
    recordNumber: bag.text('record_number', founded.recordNumber),
    cdnUrl: withoutEndSlashes(bag.text('cdn_url', founded.cdnUrl)),
    apiUrl: withoutEndSlashes(bag.text('api_url', founded.apiUrl)),
    stylesheets: bag
      .text('stylesheets', founded.stylesheets.join('\n'))
      .split(/\s+/)
      .filter((one) => one !== ''),
    defaultLocale: bag.oneOf('default_locale', ['en', 'zh-cn'], founded.defaultLocale),
    registration: bag.on('registration', founded.registration),
    memberCentre: bag.on('member_center', founded.memberCentre),
    captcha: bag.oneOf('captcha', ['always', 'adaptive', 'never'], founded.captcha),
    passwordMin: {
      admin: bag.whole('password_min_admin', founded.passwordMin.admin),
      member: bag.whole('password_min_member', founded.passwordMin.member),
    },
    upload: readUpload(bag, founded.upload),
    mail: readMail(bag, founded.mail),
    verification: bag.chosen('verification', ['email', 'mobile'], founded.verification),
    timeZone: bag.passing('time_zone', isZone, founded.timeZone),
    currency: bag.passing('currency', isCurrencyCode, founded.currency),
    checkInPoints: pointsIn(bag.text('checkin_points', founded.checkInPoints.join(','))),
    sms: readSms(bag, founded.sms),
    ledger: readLedger(bag, founded.ledger),
  };
}

/** A store counts once nothing is missing that reaching it needs. */
function readStore(bag: Bag, timeoutMs: number): ObjectStoreSettings | undefined {
  const secret = bag.secret('upload_key_secret', () => '');
  const store = {
    endpoint: withoutEndSlashes(bag.text('upload_url', '')),
    region: bag.named('upload_region', 'us-east-1'),
    bucket: bag.text('upload_bucket', ''),
    keyId: bag.text('upload_key_id', ''),
    secret,
    pathStyle: bag.oneOf('upload_style', ['path', 'host'], 'path') === 'path',
    publicUrl: withoutEndSlashes(bag.text('upload_public_url', '')),
    params: bag.texts('upload_params'),
    timeoutMs,
  };
  const isWhole = [store.endpoint, store.bucket, store.keyId, secret()].every((part) => part !== '');
  return isWhole ? store : undefined;
}

function readUpload(bag: Bag, founded: Settings['upload']): Settings['upload'] {
  const store = readStore(bag, founded.timeoutMs);
  return {
    ...readLimits(bag, founded),
    mode: store ? bag.oneOf('upload_mode', ['local', 's3'], founded.mode) : 'local',
    ...(store ? { store } : {}),
  };
}

const readLimits = (bag: Bag, founded: Settings['upload']): Omit<Settings['upload'], 'mode' | 'store'> => ({
  timeoutMs: founded.timeoutMs,
  maxBytes: bag.whole('upload_maxsize', founded.maxBytes / MB) * MB,
  allowed: listOf(bag.named('upload_mimetype', founded.allowed.join(','))),
  saveName: bag.named('upload_savename', founded.saveName),
  quotaBytes: bag.whole('upload_quota', founded.quotaBytes / MB) * MB,
});

const readMail = (bag: Bag, founded: Settings['mail']): Settings['mail'] => ({
  ...founded,
  host: bag.text('smtp_server', founded.host),
  port: Number(bag.named('smtp_port', String(founded.port))),
  user: bag.text('smtp_user', founded.user),
  password: bag.secret('smtp_pass', founded.password),
  security: bag.oneOf('smtp_verification', ['SSL', 'TLS', 'none'], founded.security),
  sender: bag.text('smtp_sender_mail', founded.sender),
  recipient: bag.text('mail_recipient', founded.recipient),
});

const pointsIn = (text: string): readonly number[] =>
  listOf(text)
    .map(Number)
    .filter((points) => Number.isSafeInteger(points) && points > 0);

const readSms = (bag: Bag, founded: Settings['sms']): Settings['sms'] => ({
  url: bag.text('sms_url', founded.url),
  key: bag.secret('sms_key', founded.key),
  sign: bag.text('sms_sign', founded.sign),
  countries: bag
    .text('sms_countries', founded.countries.join(','))
    .split(/[\s,]+/)
    .filter((code) => code !== ''),
  timeoutMs: bag.whole('sms_patience', founded.timeoutMs / 1000) * 1000,
});

const readLedger = (bag: Bag, { stepUp, secondPerson, clerkDay }: Settings['ledger']): Settings['ledger'] => ({
  stepUp: {
    money: bag.from('ledger_stepup_money', 100, stepUp.money),
    score: bag.from('ledger_stepup_score', 1, stepUp.score),
  },
  secondPerson: {
    money: bag.from('ledger_second_money', 100, secondPerson.money),
    score: bag.from('ledger_second_score', 1, secondPerson.score),
  },
  clerkDay: {
    money: bag.from('ledger_clerk_day_money', 100, clerkDay.money),
    score: bag.from('ledger_clerk_day_score', 1, clerkDay.score),
  },
});

/** Begins with what the house was founded with; `refresh` brings what is stored. */
export function openSettings({ db, log, registry, keys }: Ground, founded: Settings): LiveSettings {
  let now = founded;
  let reading: Promise<void> = Promise.resolve();
  const read = async () => {
    if (!registry.get('config')) return;
    const rows = await db.rows<Stored>('SELECT name, value, sealed FROM `config` WHERE delete_time IS NULL');
    now = readSettings(bagOf(rows, keys), founded);
  };
  const getters = Object.keys(founded).map((name): readonly [string, PropertyDescriptor] => [
    name,
    { enumerable: true, get: () => now[name as keyof Settings] }, // the keys of a whole `Settings`
  ]);
  return {
    settings: Object.defineProperties({}, Object.fromEntries(getters)) as Settings, // a getter for each of its keys
    refresh: () => {
      reading = reading
        .then(read)
        .catch((error: unknown) => log.error({ err: error }, 'the settings could not be read and stay as they were'));
      return reading;
    },
  };
}
