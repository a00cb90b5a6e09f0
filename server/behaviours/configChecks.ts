/** What single settings of the house must be besides their type: each code path that reads one may rely on it. */
import type { Json } from '../../common/entity/field';
import type { Trouble } from '../../common/entity/issue';
import { PATTERNS } from '../../common/entity/patterns';
import { withoutEndSlashes } from '../../common/text/clean';
import { isCurrency } from '../../common/text/currency';
import { isZoneName } from '../../common/text/zoneName';
import type { Env } from '../../config/env';
import { originOf } from '../platform/http/origin';

type Check = (value: Json, env: Env) => Trouble | undefined;

const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^\[?[0-9a-f:]{2,45}\]?$/i;
const TYPE = /^(?:\*|\.?[a-z0-9]{1,10}|[a-z0-9][a-z0-9.+-]{0,60}\/(?:\*|[a-z0-9][a-z0-9.+-]{0,100}))$/;
const PLACEHOLDERS = new Set(
  'topic year mon day hour min sec random random32 filename suffix .suffix filesha1'.split(' '),
);

const shaped =
  (expression: RegExp): Check =>
  (value) =>
    typeof value === 'string' && !expression.test(value) ? { code: 'characters' } : undefined;
const plain = (value: Json): string => (typeof value === 'string' ? value : '');
const pairs = (value: Json): readonly (readonly [string, string])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, text]) => [key, plain(text)] as const)
    : [];

/** A path below /storage, made of known placeholders and harmless letters. */
const saveName: Check = (value) => {
  const template = plain(value);
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const rest = template.replace(/\{[^{}]*\}/g, '');
  const isGood = names.every((name) => PLACEHOLDERS.has(name)) && /^[A-Za-z0-9/_.-]*$/.test(rest) && !/\.\./.test(rest);
  return isGood && template.startsWith('/storage/') && template.length <= 200 ? undefined : { code: 'path' };
};
const types: Check = (value) => {
  const all = plain(value)
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '');
  return all.length > 0 && all.every((one) => TYPE.test(one)) ? undefined : { code: 'characters' };
};
const entrances: Check = (value) =>
  pairs(value).every(([, path]) => /^\/admin\/[\w/?=&-]*$/.test(path)) ? undefined : { code: 'path' };
const groups: Check = (value) =>
  pairs(value).every(([name, title]) => PATTERNS.variable(name) && title !== '') ? undefined : { code: 'variable' };
/** Points of each day in a row. */
const checkInPoints: Check = (value) =>
  /^[1-9]\d{0,5}(?:\s*,\s*[1-9]\d{0,5}){0,30}$/.test(plain(value)) ? undefined : { code: 'characters' };
const gateway: Check = (value) => (/^https?:\/\//i.test(plain(value)) ? undefined : { code: 'url' });

/** Letters that mean nothing else in a content security policy. */
const SAFE_ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const originIn = (text: string): string => (URL.canParse(text) ? new URL(text).origin : '');
/** An origin: scheme, host and port, without path, query or user. Without `PUBLIC_URL` the server refuses calls from another origin. */
const apiOrigin: Check = (value, env) => {
  const text = withoutEndSlashes(plain(value));
  if (!SAFE_ORIGIN.test(text) || originIn(text) !== text) return { code: 'url' };
  return env.publicUrl !== null || text === originOf(env) ? undefined : { code: 'no_public_url' };
};
const MOST_STYLESHEETS = 10;
const stylesheets: Check = (value) => {
  const all = plain(value)
    .split(/\s+/)
    .filter((one) => one !== '');
  if (all.length > MOST_STYLESHEETS) return { code: 'too_many', params: { max: MOST_STYLESHEETS } };
  const isGood = (text: string) => /^https:\/\/[\x21-\x7e]{1,500}$/.test(text) && SAFE_ORIGIN.test(originIn(text));
  return all.every(isGood) ? undefined : { code: 'url' };
};

/** Headers a store may be sent besides; nothing that could change whose request it is. */
const PARAM = /^(?:x-amz-(?:acl|storage-class|tagging|server-side-encryption)|cache-control)$/;
const storeParams: Check = (value) =>
  pairs(value).every(([name, text]) => PARAM.test(name) && /^[\w=&:;,./+ -]{1,200}$/.test(text))
    ? undefined
    : { code: 'characters' };

const timeZone: Check = (value) => (isZoneName(plain(value)) ? undefined : { code: 'time_zone' });
const currency: Check = (value) => (isCurrency(plain(value)) ? undefined : { code: 'currency' });

/** By the name of the item. */
export const ITEM_CHECKS: ReadonlyMap<string, Check> = new Map([
  ['time_zone', timeZone],
  ['currency', currency],
  ['api_url', apiOrigin],
  ['stylesheets', stylesheets],
  ['upload_savename', saveName],
  ['upload_mimetype', types],
  ['config_quick_entrance', entrances],
  ['config_group', groups],
  ['smtp_server', shaped(HOST)],
  ['upload_bucket', shaped(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)],
  ['upload_region', shaped(/^[a-z0-9-]{1,40}$/)],
  ['upload_key_id', shaped(/^[\x21-\x7e]{1,128}$/)],
  ['upload_params', storeParams],
  ['smtp_user', shaped(/^[^\p{Cc}]{1,254}$/u)],
  ['checkin_points', checkInPoints],
  ['sms_url', gateway],
  ['sms_countries', shaped(/^\+[1-9]\d{0,6}(?:\s*,\s*\+[1-9]\d{0,6}){0,60}$/)],
  ['sms_sign', shaped(/^[^\p{Cc}]{1,30}$/u)],
]);

/** A secret goes only to the address it was given for: a new one needs it again. */
export const BOUND_SECRETS: ReadonlyMap<string, string> = new Map([
  ['smtp_server', 'smtp_pass'],
  ['smtp_port', 'smtp_pass'],
  ['upload_url', 'upload_key_secret'],
  ['upload_bucket', 'upload_key_secret'],
  ['upload_style', 'upload_key_secret'],
  ['sms_url', 'sms_key'],
]);
