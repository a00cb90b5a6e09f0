/** Checks of single config items beyond their type, so that code that reads an item can rely on its value. */
import { isObject, stringOrEmpty } from '../../../common/json';
import type { Json } from '../../../common/entity/field';
import type { ValueIssue } from '../../../common/entity/issue';
import { PATTERNS } from '../../../common/entity/patterns';
import { trimTrailingSlashes } from '../../../common/text/normalize';
import { isCurrency } from '../../../common/text/currency';
import { isTimeZoneName } from '../../../common/text/time/timeZoneName';
import type { Env } from '../../../config/env';
import { publicOrigin } from '../../platform/http/origin';
import { isPrivateUrl } from '../../platform/ssrfGuard';

type ItemCheck = (value: Json, env: Env) => ValueIssue | undefined;

const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^\[?[0-9a-f:]{2,45}\]?$/i;
const TYPE = /^(?:\*|\.?[a-z0-9]{1,10}|[a-z0-9][a-z0-9.+-]{0,60}\/(?:\*|[a-z0-9][a-z0-9.+-]{0,100}))$/;
const PLACEHOLDERS = new Set(
  'topic year mon day hour min sec random random32 filename suffix .suffix filesha1'.split(' '),
);

const matching =
  (expression: RegExp): ItemCheck =>
  (value) =>
    typeof value === 'string' && !expression.test(value) ? { code: 'characters' } : undefined;
const toPairs = (value: Json): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([key, text]) => [key, stringOrEmpty(text)] as const) : [];

/** A path below /storage made of known placeholders, letters, digits and separators. */
const saveName: ItemCheck = (value) => {
  const template = stringOrEmpty(value);
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const fixedText = template.replace(/\{[^{}]*\}/g, '');
  const isGood =
    names.every((name) => PLACEHOLDERS.has(name)) && /^[A-Za-z0-9/_.-]*$/.test(fixedText) && !/\.\./.test(fixedText);
  return isGood && template.startsWith('/storage/') && template.length <= 200 ? undefined : { code: 'path' };
};
const mimeTypes: ItemCheck = (value) => {
  const all = stringOrEmpty(value)
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  return all.length > 0 && all.every((part) => TYPE.test(part)) ? undefined : { code: 'characters' };
};
const quickEntrances: ItemCheck = (value) =>
  toPairs(value).every(([, path]) => /^\/admin\/[\w/?=&-]*$/.test(path)) ? undefined : { code: 'path' };
const groups: ItemCheck = (value) => {
  const tabs = toPairs(value);
  if (!tabs.every(([name]) => PATTERNS.variable(name))) return { code: 'variable' };
  return tabs.every(([, title]) => title.trim() !== '') ? undefined : { code: 'required' };
};
/** Points of each consecutive day. */
const checkInPoints: ItemCheck = (value) =>
  /^[1-9]\d{0,5}(?:\s*,\s*[1-9]\d{0,5}){0,30}$/.test(stringOrEmpty(value)) ? undefined : { code: 'characters' };
const gateway: ItemCheck = (value, { privateHosts }) => {
  const text = stringOrEmpty(value);
  if (!/^https?:\/\//i.test(text)) return { code: 'url' };
  return isPrivateUrl(text, privateHosts) ? { code: 'private_url' } : undefined;
};

/** Characters without a special meaning in a content security policy. */
const SAFE_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const originIn = (text: string): string => (URL.canParse(text) ? new URL(text).origin : '');
/** An origin: scheme, host and port, without path, query or user. Without `PUBLIC_URL` the server refuses calls from another origin. */
const apiOrigin: ItemCheck = (value, env) => {
  const text = trimTrailingSlashes(stringOrEmpty(value));
  if (!SAFE_ORIGIN.test(text) || originIn(text) !== text) return { code: 'url' };
  return env.publicUrl !== null || text === publicOrigin(env) ? undefined : { code: 'no_public_url' };
};
const MAX_STYLESHEETS = 10;
const stylesheets: ItemCheck = (value) => {
  const all = stringOrEmpty(value)
    .split(/\s+/)
    .filter((part) => part !== '');
  if (all.length > MAX_STYLESHEETS) return { code: 'too_many', params: { max: MAX_STYLESHEETS } };
  const isGood = (text: string) => /^https:\/\/[\x21-\x7e]{1,500}$/.test(text) && SAFE_ORIGIN.test(originIn(text));
  return all.every(isGood) ? undefined : { code: 'url' };
};

/** Extra headers for an object store; none that changes who signs the request. */
const UPLOAD_PARAM = /^(?:x-amz-(?:acl|storage-class|tagging|server-side-encryption)|cache-control)$/;
const uploadParams: ItemCheck = (value) =>
  toPairs(value).every(([name, text]) => UPLOAD_PARAM.test(name) && /^[\w=&:;,./+ -]{1,200}$/.test(text))
    ? undefined
    : { code: 'characters' };

const timeZone: ItemCheck = (value) => (isTimeZoneName(stringOrEmpty(value)) ? undefined : { code: 'time_zone' });
const currency: ItemCheck = (value) => (isCurrency(stringOrEmpty(value)) ? undefined : { code: 'currency' });

/** By the name of the item. */
export const ITEM_CHECKS: ReadonlyMap<string, ItemCheck> = new Map([
  ['time_zone', timeZone],
  ['currency', currency],
  ['api_url', apiOrigin],
  ['stylesheets', stylesheets],
  ['upload_savename', saveName],
  ['upload_mimetype', mimeTypes],
  ['config_quick_entrance', quickEntrances],
  ['config_group', groups],
  ['smtp_server', matching(HOST)],
  ['upload_bucket', matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)],
  ['upload_region', matching(/^[a-z0-9-]{1,40}$/)],
  ['upload_key_id', matching(/^[\x21-\x7e]{1,128}$/)],
  ['upload_params', uploadParams],
  ['smtp_user', matching(/^[^\p{Cc}]{1,254}$/u)],
  ['checkin_points', checkInPoints],
  ['sms_url', gateway],
  ['sms_countries', matching(/^\+[1-9]\d{0,6}(?:\s*,\s*\+[1-9]\d{0,6}){0,60}$/)],
  ['sms_sign', matching(/^[^\p{Cc}]{1,30}$/u)],
]);

/** A secret is sent only to the address it was entered for: a new address requires the secret again. */
export const BOUND_SECRETS: ReadonlyMap<string, string> = new Map([
  ['smtp_server', 'smtp_pass'],
  ['smtp_port', 'smtp_pass'],
  ['upload_url', 'upload_key_secret'],
  ['upload_bucket', 'upload_key_secret'],
  ['upload_style', 'upload_key_secret'],
  ['sms_url', 'sms_key'],
]);
