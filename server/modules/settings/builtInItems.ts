/** Built-in config items: the settings that the server reads. A new installation stores them with the default settings of `config/defaults.ts`. */
import { ITEM_TYPES, type ItemRule, type ItemType } from '../../../common/entities/config';
import type { Json } from '../../../common/entity/field';
import { settings as labels } from '../../../common/locales/en/settings';
import { LIMITS } from '../../../common/limits';
import type { Settings } from '../../platform/settings';

export interface BuiltInItem {
  readonly name: ItemName;
  readonly group: GroupName;
  readonly type: ItemType;
  readonly value: Json;
  /** Translation keys of the options. */
  readonly options?: readonly string[];
  readonly rule?: readonly ItemRule[];
  readonly extend?: Readonly<Record<string, string>>;
}
export type GroupName = keyof typeof labels.groups;
export type ItemName = keyof typeof labels.items;

const TYPES = ITEM_TYPES;
const MB = 1024 * 1024;
const MAX_UPLOAD_MB = String(LIMITS.maxUploadBytes / MB);

type ItemRow = Omit<BuiltInItem, 'group'>;
const inGroup = (group: GroupName, rows: readonly ItemRow[]): BuiltInItem[] => rows.map((row) => ({ ...row, group }));

const siteSentenceItems = ({ siteSentences }: Settings): readonly ItemRow[] =>
  (
    [
      ['site_tagline', 'site_tagline_en', siteSentences.tagline],
      ['footer_text', 'footer_text_en', siteSentences.footer],
      ['contact_intro', 'contact_intro_en', siteSentences.contact],
      ['trial_intro', 'trial_intro_en', siteSentences.trial],
    ] as const
  ).flatMap(([name, nameEn, { text, english }]) => [
    { name, type: TYPES.textarea, value: text || null, extend: { rows: '2' } },
    { name: nameEn, type: TYPES.textarea, value: english || null, extend: { rows: '2' } },
  ]);
const basicItems = (settings: Settings): readonly ItemRow[] => [
  { name: 'site_name', type: TYPES.string, value: settings.siteName, rule: ['required'] },
  { name: 'site_name_en', type: TYPES.string, value: settings.siteNameEn || null },
  { name: 'site_logo', type: TYPES.image, value: settings.siteLogo || null },
  { name: 'record_number', type: TYPES.string, value: settings.recordNumber || null },
  { name: 'record_number_en', type: TYPES.string, value: settings.recordNumberEn || null },
  ...siteSentenceItems(settings),
  {
    name: 'default_locale',
    type: TYPES.radio,
    value: settings.defaultLocale,
    options: ['en', 'zh-cn'],
    rule: ['required'],
  },
  { name: 'time_zone', type: TYPES.string, value: settings.timeZone, rule: ['required'] },
  { name: 'currency', type: TYPES.string, value: settings.currency, rule: ['required'] },
  { name: 'cdn_url', type: TYPES.string, value: settings.cdnUrl || null, rule: ['url'] },
  { name: 'api_url', type: TYPES.string, value: settings.apiUrl || null, rule: ['url'] },
  { name: 'stylesheets', type: TYPES.textarea, value: settings.stylesheets.join('\n') || null, extend: { rows: '3' } },
  { name: 'market_open', type: TYPES.switch, value: settings.marketOpen ? 1 : 0 },
  { name: 'config_group', type: TYPES.array, value: { ...labels.groups }, rule: ['required'] },
  { name: 'config_quick_entrance', type: TYPES.array, value: { [labels.entrances.log]: '/admin/admin_log' } },
];
const CHANNELS = ['email', 'mobile'] as const;
const memberItems = (settings: Settings): readonly ItemRow[] => [
  { name: 'member_center', type: TYPES.switch, value: settings.memberCenter ? 1 : 0 },
  { name: 'registration', type: TYPES.switch, value: settings.registration ? 1 : 0 },
  {
    name: 'verification',
    type: TYPES.checkbox,
    value: CHANNELS.filter((channel) => settings.verification.includes(channel)),
    options: CHANNELS,
    rule: ['required'],
  },
  { name: 'checkin_points', type: TYPES.string, value: settings.checkInPoints.join(',') || null },
  { name: 'password_min_member', type: TYPES.integer, value: settings.passwordMin.member, ...passwordBounds },
];
const passwordBounds = {
  rule: ['required'] as const,
  extend: { min: String(LIMITS.passwordMin), max: String(LIMITS.passwordMax) },
};
const securityItems = (settings: Settings): readonly ItemRow[] => [
  {
    name: 'captcha',
    type: TYPES.radio,
    value: settings.captcha,
    options: ['always', 'adaptive', 'never'],
    rule: ['required'],
  },
  { name: 'password_min_admin', type: TYPES.integer, value: settings.passwordMin.admin, ...passwordBounds },
];
const uploadItems = ({ upload: settings }: Settings): readonly ItemRow[] => [
  {
    name: 'upload_maxsize',
    type: TYPES.integer,
    value: Math.round(settings.maxBytes / MB),
    rule: ['required'],
    extend: { min: '1', max: MAX_UPLOAD_MB },
  },
  {
    name: 'upload_mimetype',
    type: TYPES.textarea,
    value: settings.allowed.join(','),
    rule: ['required'],
    extend: { rows: '3' },
  },
  { name: 'upload_savename', type: TYPES.string, value: settings.saveName, rule: ['required'] },
  {
    name: 'upload_quota',
    type: TYPES.integer,
    value: Math.round(settings.quotaBytes / MB),
    rule: ['required'],
    extend: { min: '1', max: '1048576' },
  },
];
const objectStoreItems = ({ upload: settings }: Settings): readonly ItemRow[] => [
  { name: 'upload_mode', type: TYPES.radio, value: settings.mode, options: ['local', 's3'], rule: ['required'] },
  { name: 'upload_url', type: TYPES.string, value: null, rule: ['url'] },
  { name: 'upload_region', type: TYPES.string, value: null },
  { name: 'upload_bucket', type: TYPES.string, value: null },
  { name: 'upload_style', type: TYPES.radio, value: 'path', options: ['path', 'host'], rule: ['required'] },
  { name: 'upload_key_id', type: TYPES.string, value: null },
  { name: 'upload_key_secret', type: TYPES.secret, value: null },
  { name: 'upload_public_url', type: TYPES.string, value: null, rule: ['url'] },
  { name: 'upload_params', type: TYPES.array, value: null },
];
const portsWith = (port: number) => [...new Set(['465', '587', '25', '2525', String(port)])];
const mailItems = ({ mail: settings }: Settings): readonly ItemRow[] => [
  { name: 'mail_recipient', type: TYPES.string, value: settings.recipient || null, rule: ['email'] },
  { name: 'smtp_server', type: TYPES.string, value: settings.host || null },
  { name: 'smtp_port', type: TYPES.select, value: String(settings.port), options: portsWith(settings.port) },
  { name: 'smtp_user', type: TYPES.string, value: settings.user || null },
  { name: 'smtp_pass', type: TYPES.secret, value: null },
  { name: 'smtp_verification', type: TYPES.radio, value: settings.security, options: ['SSL', 'TLS', 'none'] },
  { name: 'smtp_sender_mail', type: TYPES.string, value: settings.sender || null, rule: ['email'] },
];
const smsItems = ({ sms: settings }: Settings): readonly ItemRow[] => [
  { name: 'sms_url', type: TYPES.string, value: settings.url || null, rule: ['url'] },
  { name: 'sms_key', type: TYPES.secret, value: null },
  { name: 'sms_sign', type: TYPES.string, value: settings.sign || null },
  { name: 'sms_countries', type: TYPES.string, value: settings.countries.join(','), rule: ['required'] },
  {
    name: 'sms_patience',
    type: TYPES.integer,
    value: Math.round(settings.timeoutMs / 1000),
    rule: ['required'],
    extend: { min: '1', max: '30' },
  },
];
const AMOUNT_BOUNDS = { extend: { min: '1', max: '999999999999' } };
/** Whole units of the currency, or whole points; null: never. */
const threshold = (amount: number, unit: number) => (Number.isFinite(amount) ? Math.round(amount / unit) : null);
const ledgerItems = ({
  ledger: { stepUp, approvalLimit, dailyLimit, confirm, reasons },
}: Settings): readonly ItemRow[] => [
  { name: 'ledger_stepup_money', type: TYPES.integer, value: threshold(stepUp.money, 100), ...AMOUNT_BOUNDS },
  { name: 'ledger_stepup_score', type: TYPES.integer, value: threshold(stepUp.score, 1), ...AMOUNT_BOUNDS },
  { name: 'ledger_second_money', type: TYPES.integer, value: threshold(approvalLimit.money, 100), ...AMOUNT_BOUNDS },
  { name: 'ledger_second_score', type: TYPES.integer, value: threshold(approvalLimit.score, 1), ...AMOUNT_BOUNDS },
  { name: 'ledger_clerk_day_money', type: TYPES.integer, value: threshold(dailyLimit.money, 100), ...AMOUNT_BOUNDS },
  { name: 'ledger_clerk_day_score', type: TYPES.integer, value: threshold(dailyLimit.score, 1), ...AMOUNT_BOUNDS },
  { name: 'ledger_confirm_money', type: TYPES.integer, value: threshold(confirm.money, 100), ...AMOUNT_BOUNDS },
  { name: 'ledger_confirm_score', type: TYPES.integer, value: threshold(confirm.score, 1), ...AMOUNT_BOUNDS },
  { name: 'ledger_reasons', type: TYPES.array, value: { ...reasons } },
];

/** All built-in items with the default settings of the installation. */
export const listBuiltInItems = (settings: Settings): readonly BuiltInItem[] => [
  ...inGroup('basics', basicItems(settings)),
  ...inGroup('member', memberItems(settings)),
  ...inGroup('security', securityItems(settings)),
  ...inGroup('upload', [...uploadItems(settings), ...objectStoreItems(settings)]),
  ...inGroup('mail', mailItems(settings)),
  ...inGroup('sms', smsItems(settings)),
  ...inGroup('ledger', ledgerItems(settings)),
];

const lookUpText = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** A built-in item as a draft; earlier items have higher weights. */
export const toConfigRow = ({ name, group, type, value, options, rule, extend }: BuiltInItem, position: number) => ({
  name,
  group,
  type,
  value,
  title: labels.items[name],
  tip: lookUpText(labels.tips, name) ?? null,
  content: options ? Object.fromEntries(options.map((key) => [key, lookUpText(labels.options, key) ?? key])) : null,
  rule: rule ?? [],
  extend: extend ?? null,
  allow_del: 0,
  weigh: 1000 - position,
});
