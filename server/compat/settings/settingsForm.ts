/** The settings in the form of older clients: validators as text, lists of pairs, secrets as passwords, switches as truth values. */
import type { IncomingMessage } from 'node:http';
import { config, ITEM_TYPES } from '../../../common/entities/config';
import type { StoredRow } from '../../../common/entity/columns';
import { asRecord, stringOrEmpty } from '../../../common/json';
import type { Lang } from '../../../common/lang';
import { LIMITS } from '../../../common/limits';
import { settingTip, settingTitle } from '../../../common/locales/settingTitles';
import { translate } from '../../../common/locales/translate';
import { truncate } from '../../../common/text/normalize';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext, Services } from '../../context';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import { rememberSettings } from '../session/fieldErrors';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import type { RequestBody } from '../../platform/http/readBody';
import { serverOrigin } from '../olderClient';
import type { CompatRow } from '../rowSource';
import { fromPairs, toEntries, toOwnProperties, toSentProperties } from './itemProperties';
import { REMOTE_INPUTS, toOwnType, toOwnValue, toSentType, toSentValue, WITH_OPTIONS } from './itemTypes';
import { SHORTCUTS, toOwnShortcuts, toSentShortcut, toSentShortcuts, type ShortcutReader } from './shortcuts';

const toSentItem = (item: CompatRow, isTyped: boolean): CompatRow => {
  const { revision: _revision, ...shown } = item;
  const type = stringOrEmpty(item['type']);
  const { rule, extend } = item;
  return {
    ...shown,
    type: toSentType(type, extend),
    rule: Array.isArray(rule) ? rule.join(',') : '',
    value: toSentValue(type, item['value']),
    content: WITH_OPTIONS.has(type) ? (item['content'] ?? {}) : '',
    ...toSentProperties(extend, isTyped),
  };
};

/** The second client writes `routine.Config`, the first client `routine.config`. */
const isSecondClient = ({ url = '' }: IncomingMessage): boolean => url.includes('/routine.C');
const getReader = ({ registry }: Services, request: IncomingMessage): ShortcutReader => ({
  registry,
  opensByName: isSecondClient(request),
});

const withShortcuts = (item: CompatRow, reader: ShortcutReader): CompatRow =>
  item['name'] === SHORTCUTS ? { ...item, value: toSentShortcuts(item['value'], reader) } : item;

/** `GET /admin/routine.config/index`. */
export function toCompatSettings({ ctx, request }: RouteCall, { data }: HandlerResult): HandlerResult {
  const reader = getReader(ctx.services, request);
  const { list, quickEntrance, ...others } = asRecord(data) ?? {};
  const toItem = (item: CompatRow): CompatRow => toSentItem(withShortcuts(item, reader), isSecondClient(request));
  const groups = Object.entries(asRecord(list) ?? {}).map(([name, group]) => {
    const items = asRecord(group)?.['list'];
    const shown = Array.isArray(items) ? items.map((item: unknown) => toItem(asRecord(item) ?? {})) : [];
    return [name, { ...asRecord(group), list: shown }] as const;
  });
  const entries = Array.isArray(quickEntrance) ? quickEntrance.map((entry: unknown) => asRecord(entry) ?? {}) : [];
  const toEntry = ({ key, value }: CompatRow) => ({ key, value: toSentShortcut(stringOrEmpty(value), reader) });
  return { data: { ...others, list: Object.fromEntries(groups), quickEntrance: entries.map(toEntry) } };
}

const listItems = ({ db }: Services): Promise<StoredRow[]> =>
  selectRowsWhere(db, config, { sql: 'delete_time IS NULL', params: [] });

/**
 * `POST /admin/routine.config/edit`: a tab with all its values, or one item with its id. Values that were not changed are sent on as they
 * are stored. Errors: `compat.secret` for a changed secret, which needs the password again; `row.invalid` for a list with two equal keys,
 * a tab without a title, a date with time that is none, and a remote select.
 */
export async function toOwnSettings(
  ctx: RequestContext,
  body: RequestBody,
  request: IncomingMessage,
): Promise<RequestBody> {
  const items = await listItems(ctx.services);
  rememberSettings(request, new Map(items.map(({ name, title }) => [stringOrEmpty(name), stringOrEmpty(title)])));
  if (body['id'] !== undefined) return toOwnColumns(ctx, body, { request, items });
  const itemsByName = new Map(items.map((item) => [stringOrEmpty(item['name']), item]));
  const secrets = Object.entries(body).flatMap(([name, sent]) => {
    const item = itemsByName.get(name);
    return item !== undefined && isChangedSecret(item, sent) ? [{ path: name, item }] : [];
  });
  assertNoSecrets(ctx, request, secrets);
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => {
      const item = itemsByName.get(name);
      return [name, item === undefined ? sent : toStoredValue({ ctx, request, item, path: name }, sent)];
    }),
  );
}

interface ValueCall {
  readonly ctx: RequestContext;
  readonly request: IncomingMessage;
  readonly item: CompatRow;
  /** Where an error of the value is shown. */
  readonly path: string;
}
/** The sent value of an item in our form; the stored one if it was not changed. */
function toStoredValue({ ctx, request, item, path }: ValueCall, sent: unknown): unknown {
  const { value: stored = null, extend } = item;
  if (item['name'] === SHORTCUTS) assertKeys(path, sent);
  if (item['name'] === SHORTCUTS) return toOwnShortcuts(fromPairs(sent), stored, getReader(ctx.services, request));
  const type = stringOrEmpty(item['type']);
  if (isSame(sent, toSentValue(type, stored))) return stored;
  if (type === ITEM_TYPES.secret) assertNoSecrets(ctx, request, [{ path, item }]);
  if (type === ITEM_TYPES.array) assertKeys(path, sent);
  if (item['name'] === TABS) assertTitles(path, sent);
  return toOwnValue({ type, extend, path }, sent);
}
const isChangedSecret = ({ type, value = null }: CompatRow, sent: unknown): boolean =>
  type === ITEM_TYPES.secret && !isSame(sent, toSentValue(ITEM_TYPES.secret, value));

interface SentSecret {
  readonly path: string;
  readonly item: CompatRow;
}
const MAX_TITLES = 3;
/** Error: `compat.secret` with the titles of the first secrets, and each of them at its field. */
function assertNoSecrets({ services }: RequestContext, request: IncomingMessage, secrets: readonly SentSecret[]): void {
  if (secrets.length === 0) return;
  const listTitles = (lang: Lang, separator: string) =>
    secrets
      .slice(0, MAX_TITLES)
      .map(({ item: { name, title } }) => settingTitle(lang, stringOrEmpty(name), stringOrEmpty(title)))
      .join(separator);
  const titles = { en: listTitles('en', ', '), 'zh-cn': listTitles('zh-cn', '、') };
  const url = `${serverOrigin(services, request)}/admin/config`;
  const message = inBothLanguages((lang) => translate(lang, 'compat.secretElsewhere', { url }));
  throw fault(
    'compat.secret',
    { titles, url },
    { fields: secrets.map(({ path }) => ({ path, code: 'fixed', message })) },
  );
}

/** The setting with the tabs of the page. */
const TABS = 'config_group';
/** Error: `row.invalid` for a tab without a title. */
function assertTitles(path: string, pairs: unknown): void {
  const tabs = (Array.isArray(pairs) ? pairs : []).map((pair: unknown) => asRecord(pair) ?? {});
  const untitled = tabs.find(({ value }) => stringOrEmpty(value).trim() === '');
  if (untitled === undefined) return;
  const key = truncate(stringOrEmpty(untitled['key']), LIMITS.keyChars);
  throw keyFault(path, (lang) => translate(lang, 'compat.emptyTitle', { key }));
}
/** Error: `row.invalid` for a pair without a key, and for two with the same key, of which one value would be lost. */
function assertKeys(path: string, pairs: unknown): void {
  const keys = (Array.isArray(pairs) ? pairs : []).map((pair: unknown) => stringOrEmpty(asRecord(pair)?.['key']));
  if (keys.includes('')) throw keyFault(path, (lang) => translate(lang, 'compat.emptyKey'));
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated === undefined) return;
  const key = truncate(repeated, LIMITS.keyChars);
  throw keyFault(path, (lang) => translate(lang, 'compat.repeatedKey', { key }));
}
const keyFault = (path: string, toText: (lang: Lang) => string) =>
  fault('row.invalid', undefined, { fields: [{ path, code: 'variable', message: inBothLanguages(toText) }] });
const inBothLanguages = (toText: (lang: Lang) => string) => ({ en: toText('en'), 'zh-cn': toText('zh-cn') });
const isSame = (sent: unknown, shown: unknown): boolean => JSON.stringify(sent ?? '') === JSON.stringify(shown ?? '');

const toList = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return value === '' ? [] : value.split(',');
};

/** `POST /admin/routine.config/add`: the form always sends an example of options. Error: `row.invalid` for a remote select. */
export function toOwnItem(ctx: RequestContext, body: RequestBody, request: IncomingMessage): RequestBody {
  const { content, extend, inputExtend, input_extend: sentList, rule, type: sentType, value, ...item } = body;
  assertOwnOptions(sentType, ctx, request);
  const { type, inputType } = toOwnType(sentType);
  const options = WITH_OPTIONS.has(stringOrEmpty(type)) ? toEntries(content) : {};
  const properties = toOwnProperties({}, { extend, inputExtend: inputExtend ?? sentList, inputType });
  const place = { type: stringOrEmpty(type), extend: properties, path: 'value' };
  if (type === ITEM_TYPES.array) assertKeys('value', value);
  return {
    ...item,
    type,
    ...(value === undefined ? {} : { value: toOwnValue(place, value) }),
    ...(Object.keys(options).length > 0 ? { content: options } : {}),
    ...(Object.keys(properties).length > 0 ? { extend: properties } : {}),
    ...(rule === undefined ? {} : { rule: toList(rule) }),
  };
}

/** Error: `row.invalid` for a select that reads its options from an address: ours reads those of an entity, which these clients cannot name. */
function assertOwnOptions(type: unknown, { services }: RequestContext, request: IncomingMessage): void {
  if (!REMOTE_INPUTS.has(stringOrEmpty(type))) return;
  const url = `${serverOrigin(services, request)}/admin/config`;
  const message = inBothLanguages((lang) => translate(lang, 'compat.remoteSelect', { url }));
  throw fault('row.invalid', undefined, { fields: [{ path: 'type', code: 'choice', message }] });
}

interface ItemCall {
  readonly request: IncomingMessage;
  readonly items: readonly StoredRow[];
}
/** One item with its id: the columns that differ from those that the list shows. */
function toOwnColumns(ctx: RequestContext, body: RequestBody, { request, items }: ItemCall): RequestBody {
  const { id, ...sent } = body;
  const stored = items.find((item) => item['id'] === Number(id));
  if (stored === undefined) return body;
  const { sealed: _sealed, ...item } = stored;
  const name = stringOrEmpty(item['name']);
  const texts = {
    title: settingTitle(ctx.lang, name, stringOrEmpty(item['title'])),
    tip: settingTip(ctx.lang, name, stringOrEmpty(item['tip'])),
  };
  const reader = getReader(ctx.services, request);
  const shown = toSentItem(withShortcuts({ ...item, ...texts }, reader), isSecondClient(request));
  const changed = Object.entries(sent).filter(
    ([key, value]) => !Object.hasOwn(shown, key) || !isSame(value, shown[key]),
  );
  const {
    content,
    extend,
    inputExtend,
    input_extend: sentList,
    rule,
    type: sentType,
    value,
    ...others
  } = Object.fromEntries(changed);
  assertOwnOptions(sentType, ctx, request);
  const chosen = sentType === undefined ? undefined : toOwnType(sentType);
  const properties = { extend, inputExtend: inputExtend ?? sentList, ...chosen };
  const ownExtend = toOwnProperties(item['extend'], properties);
  const areSent = [extend, inputExtend, sentList, sentType].some((part) => part !== undefined);
  const own = { ...item, ...chosen, extend: ownExtend };
  return {
    ...{ ...others, id },
    ...(chosen === undefined ? {} : { type: chosen.type }),
    ...(value === undefined ? {} : { value: toStoredValue({ ctx, request, item: own, path: 'value' }, value) }),
    ...(content === undefined ? {} : { content: toEntries(content) }),
    ...(areSent ? { extend: ownExtend } : {}),
    ...(rule === undefined ? {} : { rule: toList(rule) }),
  };
}

/** The response to `POST /admin/routine.config/add`: the item as the list shows it. */
export function toAddedItem({ request }: RouteCall, result: HandlerResult): HandlerResult {
  const { revision: _revision, row, ...others } = asRecord(result.data) ?? {};
  return { ...result, data: { ...others, row: toSentItem(asRecord(row) ?? {}, isSecondClient(request)) } };
}
