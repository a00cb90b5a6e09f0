/** The settings the house itself reads, as the config items a fresh installation starts with. */
import { ITEM_TYPES, type ItemRule, type ItemType } from '../../../common/entities/config';
import type { Json } from '../../../common/entity/field';
import { settings as words } from '../../../common/locales/en/settings';
import { LIMITS } from '../../../common/limits';
import type { Settings } from '../../context';

export interface BuiltIn {
  readonly name: ItemName;
  readonly group: GroupName;
  readonly type: ItemType;
  readonly value: Json;
  /** Keys of the dictionary; their words stand with the others. */
  readonly options?: readonly string[];
  readonly rule?: readonly ItemRule[];
  readonly extend?: Readonly<Record<string, string>>;
}
export type GroupName = keyof typeof words.groups;
export type ItemName = keyof typeof words.items;

const T = ITEM_TYPES;
const MB = 1024 * 1024;
const MOST_MB = String(LIMITS.uploadHard / MB);

type Row = Omit<BuiltIn, 'group'>;
const inGroup = (group: GroupName, rows: readonly Row[]): BuiltIn[] => rows.map((row) => ({ ...row, group }));

const basics = (now: Settings): readonly Row[] => [
  { name: 'site_name', type: T.string, value: now.siteName, rule: ['required'] },
  { name: 'record_number', type: T.string, value: now.recordNumber || null },
  { name: 'default_locale', type: T.radio, value: now.defaultLocale, options: ['en', 'zh-cn'], rule: ['required'] },
  { name: 'time_zone', type: T.string, value: now.timeZone, rule: ['required'] },
  { name: 'currency', type: T.string, value: now.currency, rule: ['required'] },
  { name: 'cdn_url', type: T.string, value: now.cdnUrl || null, rule: ['url'] },
  { name: 'api_url', type: T.string, value: now.apiUrl || null, rule: ['url'] },
  { name: 'stylesheets', type: T.textarea, value: now.stylesheets.join('\n') || null, extend: { rows: '3' } },
  { name: 'config_group', type: T.array, value: { ...words.groups }, rule: ['required'] },
  { name: 'config_quick_entrance', type: T.array, value: { [words.entrances.log]: '/admin/admin_log' } },
];
const WAYS = ['email', 'mobile'] as const;
const member = (now: Settings): readonly Row[] => [
  { name: 'member_center', type: T.switch, value: now.memberCentre ? 1 : 0 },
  { name: 'registration', type: T.switch, value: now.registration ? 1 : 0 },
  {
    name: 'verification',
    type: T.checkbox,
    value: WAYS.filter((way) => now.verification.includes(way)),
    options: WAYS,
    rule: ['required'],
  },
  { name: 'checkin_points', type: T.string, value: now.checkInPoints.join(',') || null },
  { name: 'password_min_member', type: T.integer, value: now.passwordMin.member, ...passwordBounds },
];
const passwordBounds = {
  rule: ['required'] as const,
  extend: { min: String(LIMITS.passwordMin), max: String(LIMITS.passwordMax) },
};
const security = (now: Settings): readonly Row[] => [
  {
    name: 'captcha',
    type: T.radio,
    value: now.captcha,
    options: ['always', 'adaptive', 'never'],
    rule: ['required'],
  },
  { name: 'password_min_admin', type: T.integer, value: now.passwordMin.admin, ...passwordBounds },
];
const upload = ({ upload: now }: Settings): readonly Row[] => [
  {
    name: 'upload_maxsize',
    type: T.integer,
    value: Math.round(now.maxBytes / MB),
    rule: ['required'],
    extend: { min: '1', max: MOST_MB },
  },
  {
    name: 'upload_mimetype',
    type: T.textarea,
    value: now.allowed.join(','),
    rule: ['required'],
    extend: { rows: '3' },
  },
  { name: 'upload_savename', type: T.string, value: now.saveName, rule: ['required'] },
  {
    name: 'upload_quota',
    type: T.integer,
    value: Math.round(now.quotaBytes / MB),
    rule: ['required'],
    extend: { min: '1', max: '1048576' },
  },
];
const store = ({ upload: now }: Settings): readonly Row[] => [
  { name: 'upload_mode', type: T.radio, value: now.mode, options: ['local', 's3'], rule: ['required'] },
  { name: 'upload_url', type: T.string, value: null, rule: ['url'] },
  { name: 'upload_region', type: T.string, value: null },
  { name: 'upload_bucket', type: T.string, value: null },
  { name: 'upload_style', type: T.radio, value: 'path', options: ['path', 'host'], rule: ['required'] },
  { name: 'upload_key_id', type: T.string, value: null },
  { name: 'upload_key_secret', type: T.secret, value: null },
  { name: 'upload_public_url', type: T.string, value: null, rule: ['url'] },
  { name: 'upload_params', type: T.array, value: null },
];
const portsWith = (port: number) => [...new Set(['465', '587', '25', '2525', String(port)])];
const mail = ({ mail: now }: Settings): readonly Row[] => [
  { name: 'mail_recipient', type: T.string, value: now.recipient || null, rule: ['email'] },
  { name: 'smtp_server', type: T.string, value: now.host || null },
  { name: 'smtp_port', type: T.select, value: String(now.port), options: portsWith(now.port) },
  { name: 'smtp_user', type: T.string, value: now.user || null },
  { name: 'smtp_pass', type: T.secret, value: null },
  { name: 'smtp_verification', type: T.radio, value: now.security, options: ['SSL', 'TLS', 'none'] },
  { name: 'smtp_sender_mail', type: T.string, value: now.sender || null, rule: ['email'] },
];
const sms = ({ sms: now }: Settings): readonly Row[] => [
  { name: 'sms_url', type: T.string, value: now.url || null, rule: ['url'] },
  { name: 'sms_key', type: T.secret, value: null },
  { name: 'sms_sign', type: T.string, value: now.sign || null },
  { name: 'sms_countries', type: T.string, value: now.countries.join(','), rule: ['required'] },
  {
    name: 'sms_patience',
    type: T.integer,
    value: Math.round(now.timeoutMs / 1000),
    rule: ['required'],
    extend: { min: '1', max: '30' },
  },
];
const MOST_BOOKED = { extend: { min: '1', max: '999999999999' } };
/** Whole units of the currency and whole points; none: never. */
const threshold = (amount: number, unit: number) => (Number.isFinite(amount) ? Math.round(amount / unit) : null);
const ledger = ({ ledger: { stepUp, secondPerson, clerkDay } }: Settings): readonly Row[] => [
  { name: 'ledger_stepup_money', type: T.integer, value: threshold(stepUp.money, 100), ...MOST_BOOKED },
  { name: 'ledger_stepup_score', type: T.integer, value: threshold(stepUp.score, 1), ...MOST_BOOKED },
  { name: 'ledger_second_money', type: T.integer, value: threshold(secondPerson.money, 100), ...MOST_BOOKED },
  { name: 'ledger_second_score', type: T.integer, value: threshold(secondPerson.score, 1), ...MOST_BOOKED },
  { name: 'ledger_clerk_day_money', type: T.integer, value: threshold(clerkDay.money, 100), ...MOST_BOOKED },
  { name: 'ledger_clerk_day_score', type: T.integer, value: threshold(clerkDay.score, 1), ...MOST_BOOKED },
];

/** All of them, with the values the house was founded with. */
export const builtIns = (now: Settings): readonly BuiltIn[] => [
  ...inGroup('basics', basics(now)),
  ...inGroup('member', member(now)),
  ...inGroup('security', security(now)),
  ...inGroup('upload', [...upload(now), ...store(now)]),
  ...inGroup('mail', mail(now)),
  ...inGroup('sms', sms(now)),
  ...inGroup('ledger', ledger(now)),
];

const textIn = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** A built-in as a row; those that come first weigh most. */
export const draftOf = ({ name, group, type, value, options, rule, extend }: BuiltIn, place: number) => ({
  name,
  group,
  type,
  value,
  title: words.items[name],
  tip: textIn(words.tips, name) ?? null,
  content: options ? Object.fromEntries(options.map((key) => [key, textIn(words.options, key) ?? key])) : null,
  rule: rule ?? [],
  extend: extend ?? null,
  allow_del: 0,
  weigh: 1000 - place,
});
