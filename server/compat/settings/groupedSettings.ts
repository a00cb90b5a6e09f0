/** Routes of the settings for older clients: items by group in one response, and a tab saved as one flat form. */
import { stringOrEmpty, isObject } from '../../../common/json';
import { config } from '../../../common/entities/config';
import { MASK } from '../../../common/mask';
import { readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { parseQuery } from '../../../common/query/listQuery';
import type { WireRow } from '../../../common/entity/projectRow';
import { LIMITS } from '../../../common/limits';
import { quickEntryLabel, groupTitle, settingTip, settingTitle } from '../../../common/locales/settingTitles';
import { translate } from '../../../common/locales/translate';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { Issue } from '../../../common/entity/issue';
import { truncate } from '../../../common/text/normalize';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';

/** Only at the path of older clients; at our own path these verbs are those of every entity. */
export function registerGroupedSettingsRoutes({
  routes: { add: route },
  reader,
  writer,
  loadScreenRemark,
}: ModuleServices): void {
  const common = { realm: 'admin', access: 'admin', query: [], entity: config } as const;
  route({
    ...common,
    method: 'GET',
    path: '/admin/routine.config/index',
    permission: 'config/index',
    body: 'none',
    summary: 'List all settings by group',
    handler: async ({ ctx }) => getGroupedSettings(ctx, reader, await loadScreenRemark(config.name)),
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/routine.config/edit',
    permission: 'config/edit',
    body: 'json',
    bodyLimit: LIMITS.richTextBodyBytes,
    summary: 'Save several settings by name, all or none; with an id update one item',
    handler: (call) => saveFlatSettings(call, writer),
  });
}

const textEntries = (value: unknown): readonly (readonly [string, string])[] =>
  isObject(value) ? Object.entries(value).map(([key, text]) => [key, stringOrEmpty(text)] as const) : [];

async function listAllItems(ctx: RequestContext, reader: Reader): Promise<readonly WireRow[]> {
  const items: WireRow[] = [];
  for (let page = 1; ; page += 1) {
    const pageQuery = { page: String(page), limit: String(LIMITS.maxPageSize), order: 'weigh,desc' };
    const parsed = parseQuery(config, pageQuery, readableColumns(ctx.actor, config));
    if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
    const { list, total } = await reader.list(ctx, config, parsed.query);
    items.push(...list);
    if (list.length === 0 || items.length >= total) return items;
  }
}

async function getGroupedSettings(ctx: RequestContext, reader: Reader, remark: string): Promise<HandlerResult> {
  const { lang } = ctx;
  const items = await listAllItems(ctx, reader);
  const valueOf = (name: string): unknown => items.find((row) => row['name'] === name)?.['value'];
  const titles = new Map(
    textEntries(valueOf('config_group')).map(([name, title]) => [name, groupTitle(lang, name, title)]),
  );
  // An item of an unlisted group still gets a tab.
  for (const { group } of items)
    if (!titles.has(stringOrEmpty(group))) titles.set(stringOrEmpty(group), stringOrEmpty(group));
  const withLabels = (row: WireRow) => {
    const name = stringOrEmpty(row['name']);
    return {
      ...row,
      title: settingTitle(lang, name, stringOrEmpty(row['title'])),
      tip: settingTip(lang, name, stringOrEmpty(row['tip'])),
    };
  };
  const list = [...titles].map(([name, title]): readonly [string, object] => [
    name,
    { name, title, list: items.filter(({ group }) => group === name).map(withLabels) },
  ]);
  return {
    data: {
      list: Object.fromEntries(list),
      remark,
      configGroup: Object.fromEntries(titles),
      quickEntrance: textEntries(valueOf('config_quick_entrance')).map(([key, value]) => ({
        key: quickEntryLabel(lang, key),
        value,
      })),
    },
  };
}

type FlatSettings = Readonly<Record<string, unknown>>;

async function saveFlatSettings({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const msg = translate(ctx.lang, 'success.saved');
  const { id } = body;
  if (id !== undefined) return { data: await writer.update(ctx, config, { ...body, id: Number(id) }), msg };
  const names = Object.keys(body);
  if (names.length === 0 || names.length > LIMITS.maxBulkIds) throw fault('request.malformed');
  const auditEntry = { verb: 'edit', about: truncate(names.join(', '), LIMITS.textChars), input: body };
  const data = await writer.changeSet(ctx, auditEntry, (writer, hook) => saveSettings(writer, hook, body));
  return { data, msg };
}

/** Collects the errors of all items, each at the item's name. */
async function saveSettings(writer: TxWriter, hook: HookContext, values: FlatSettings) {
  const rows = await hook.find(config.name, { field: 'name', op: 'IN', value: Object.keys(values) });
  const rowsByName = new Map(rows.map((row) => [stringOrEmpty(row['name']), row]));
  const issues: Issue[] = [];
  const ids: number[] = [];
  for (const [name, value] of Object.entries(values)) {
    const row = rowsByName.get(name);
    // A mask or the stored value is not a change.
    if (row === undefined || value === MASK || isSameValue(row['value'], value)) continue;
    const id = Number(row['id']);
    const outcome = await hook.savepoint(() => writer.update(config as AnyEntity, { id, value }));
    if ('value' in outcome) ids.push(id);
    else issues.push(toIssue(outcome.fault, name));
  }
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  return { ids, ignored: Object.keys(values).filter((name) => !rowsByName.has(name)) };
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b === '' ? null : b);

function toIssue(cause: Fault, name: string): Issue {
  const [issue] = cause.fields ?? [];
  if (issue === undefined) throw cause;
  return { ...issue, path: name };
}
