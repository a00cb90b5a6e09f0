/** The settings in the form of older clients: validators as text, lists of pairs, secrets as passwords, switches as truth values. */
import type { IncomingMessage } from 'node:http';
import { ITEM_TYPES } from '../../../common/entities/config';
import { asRecord, isObject, stringOrEmpty } from '../../../common/json';
import { LANGUAGES } from '../../../common/lang';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import { truncate } from '../../../common/text/normalize';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext, Services } from '../../context';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { RequestBody } from '../../platform/http/readBody';
import { serverOrigin } from '../olderClient';
import type { CompatRow } from '../rowSource';
import { SHORTCUTS, toOwnShortcuts, toSentShortcut, toSentShortcuts, type ShortcutReader } from './shortcuts';

/** Types of inputs that these clients lack, and what they have instead. */
const SENT_TYPES: Readonly<Record<string, string>> = {
  [ITEM_TYPES.secret]: 'password',
  [ITEM_TYPES.integer]: 'number',
  [ITEM_TYPES.float]: 'number',
};
const OWN_TYPES: ReadonlyMap<string, string> = new Map([
  ['password', ITEM_TYPES.secret],
  ['selects', ITEM_TYPES.checkbox],
]);
/** Types with a list of options. */
const WITH_OPTIONS: ReadonlySet<string> = new Set(['radio', 'checkbox', 'select']);

interface Pair {
  readonly key: string;
  readonly value: unknown;
}
const toPairs = (value: unknown): readonly Pair[] =>
  Object.entries(asRecord(value) ?? {}).map(([key, text]) => ({ key, value: text }));
const fromPairs = (value: unknown): unknown =>
  Array.isArray(value)
    ? Object.fromEntries(
        value.filter((pair: unknown) => isObject(pair)).map((pair) => [stringOrEmpty(pair['key']), pair['value']]),
      )
    : value;

/** A stored value as the input of its type shows it. */
function toSentValue(type: string, value: unknown): unknown {
  if (type === ITEM_TYPES.array) return toPairs(value);
  if (type === ITEM_TYPES.switch) return value === 1;
  if (type === ITEM_TYPES.checkbox || type === ITEM_TYPES.images) return value ?? [];
  return value ?? '';
}
const SWITCH_VALUES: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ...([true, 1, '1'] as const).map((sent) => [sent, 1] as const),
  ...([false, 0, '0'] as const).map((sent) => [sent, 0] as const),
]);
/** What an input of a type sends, as our route takes it; values that no switch has are refused there. */
function toOwnValue(type: string, value: unknown): unknown {
  if (type === ITEM_TYPES.array) return fromPairs(value);
  if (type !== ITEM_TYPES.switch) return value;
  return SWITCH_VALUES.get(value) ?? value;
}

const toSentItem = (item: CompatRow): CompatRow => {
  const { revision: _revision, ...shown } = item;
  const type = stringOrEmpty(item['type']);
  const rules = item['rule'];
  return {
    ...shown,
    type: SENT_TYPES[type] ?? type,
    rule: Array.isArray(rules) ? rules.join(',') : '',
    value: toSentValue(type, item['value']),
    content: WITH_OPTIONS.has(type) ? (item['content'] ?? {}) : '',
    extend: item['extend'] ?? {},
    input_extend: {},
  };
};

/** The second client writes `routine.Config`, the first one `routine.config`. */
const getReader = ({ registry }: Services, { url = '' }: IncomingMessage): ShortcutReader => ({
  registry,
  opensByName: url.includes('/routine.C'),
});

/** `GET /admin/routine.config/index`. */
export function toCompatSettings({ ctx, request }: RouteCall, { data }: HandlerResult): HandlerResult {
  const reader = getReader(ctx.services, request);
  const { list, quickEntrance, ...others } = asRecord(data) ?? {};
  const toItem = (item: CompatRow): CompatRow =>
    toSentItem(item['name'] === SHORTCUTS ? { ...item, value: toSentShortcuts(item['value'], reader) } : item);
  const groups = Object.entries(asRecord(list) ?? {}).map(([name, group]) => {
    const items = asRecord(group)?.['list'];
    const shown = Array.isArray(items) ? items.map((item: unknown) => toItem(asRecord(item) ?? {})) : [];
    return [name, { ...asRecord(group), list: shown }] as const;
  });
  const entries = Array.isArray(quickEntrance) ? quickEntrance.map((entry: unknown) => asRecord(entry) ?? {}) : [];
  const toEntry = ({ key, value }: CompatRow) => ({ key, value: toSentShortcut(stringOrEmpty(value), reader) });
  return { data: { ...others, list: Object.fromEntries(groups), quickEntrance: entries.map(toEntry) } };
}

interface StoredItem {
  readonly name: string;
  readonly type: string;
  readonly value: string | null;
}
const listItems = ({ db }: Services): Promise<StoredItem[]> =>
  db.rows<StoredItem>('SELECT name, `type`, value FROM `config` WHERE delete_time IS NULL');

/**
 * `POST /admin/routine.config/edit`: a tab with all its values. Those that were not changed are sent on as they are stored. Error:
 * `compat.secret` for a changed secret, which needs the password again, `row.invalid` for a list with two equal keys.
 */
export async function toOwnSettings(
  { services }: RequestContext,
  body: RequestBody,
  request: IncomingMessage,
): Promise<RequestBody> {
  if (body['id'] !== undefined) return toOwnColumns(body);
  const items = new Map((await listItems(services)).map((item) => [item.name, item]));
  return Object.fromEntries(
    Object.entries(body).map(([name, sent]) => {
      const item = items.get(name);
      if (item === undefined) return [name, sent];
      const stored: unknown = JSON.parse(item.value ?? 'null');
      if (name === SHORTCUTS) return [name, toOwnShortcuts(fromPairs(sent), stored, getReader(services, request))];
      const isUnchanged = isSame(sent, toSentValue(item.type, stored));
      if (!isUnchanged && item.type === ITEM_TYPES.secret)
        throw fault('compat.secret', { url: `${serverOrigin(services, request)}/admin/config` });
      if (item.type === ITEM_TYPES.array) assertDistinctKeys(name, sent);
      return [name, isUnchanged ? stored : toOwnValue(item.type, sent)];
    }),
  );
}
/** Error: `row.invalid` for pairs of which two have the same key: one value would be lost. */
function assertDistinctKeys(path: string, pairs: unknown): void {
  const keys = (Array.isArray(pairs) ? pairs : []).map((pair: unknown) => stringOrEmpty(asRecord(pair)?.['key']));
  const repeated = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeated === undefined) return;
  const key = truncate(repeated, LIMITS.keyChars);
  const [en = '', zh = ''] = LANGUAGES.map((lang) => translate(lang, 'compat.repeatedKey', { key }));
  throw fault('row.invalid', undefined, { fields: [{ path, code: 'variable', message: { en, 'zh-cn': zh } }] });
}
const isSame = (sent: unknown, shown: unknown): boolean => JSON.stringify(sent ?? '') === JSON.stringify(shown ?? '');

/** One entry a line: `key=value`. */
const fromLines = (text: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    stringOrEmpty(text)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const index = line.indexOf('=');
        return index < 0 ? [line, line] : [line.slice(0, index), line.slice(index + 1)];
      }),
  );
/** Options or extended properties: text with a line each, pairs, or the object that the list shows. */
function toEntries(sent: unknown): Readonly<Record<string, unknown>> {
  if (typeof sent === 'string') return fromLines(sent);
  return asRecord(fromPairs(sent)) ?? {};
}
const toList = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return value === '' ? [] : value.split(',');
};

/** `POST /admin/routine.config/add`: the form always sends an example of options. */
export function toOwnItem(_ctx: unknown, body: RequestBody): RequestBody {
  const { content, extend, rule, type: sentType, ...item } = body;
  const type = OWN_TYPES.get(stringOrEmpty(sentType)) ?? sentType;
  const options = WITH_OPTIONS.has(stringOrEmpty(type)) ? toEntries(content) : {};
  const extended = toEntries(extend);
  return {
    ...item,
    type,
    ...(Object.keys(options).length > 0 ? { content: options } : {}),
    ...(Object.keys(extended).length > 0 ? { extend: extended } : {}),
    ...(rule === undefined ? {} : { rule: toList(rule) }),
  };
}

/** One item with its id: the columns as the form of a new item sends them. */
const toOwnColumns = ({ content, extend, rule, ...item }: RequestBody): RequestBody => ({
  ...item,
  ...(content === undefined ? {} : { content: toEntries(content) }),
  ...(extend === undefined ? {} : { extend: toEntries(extend) }),
  ...(rule === undefined ? {} : { rule: toList(rule) }),
});

/** The response to `POST /admin/routine.config/add`: the item as the list shows it. */
export function toAddedItem(_call: unknown, result: HandlerResult): HandlerResult {
  const { revision: _revision, row, ...others } = asRecord(result.data) ?? {};
  return { ...result, data: { ...others, row: toSentItem(asRecord(row) ?? {}) } };
}
