/** The configuration as the product family’s clients know it: items by their groups in one answer, and a tab saved as one flat form. */
import { config } from '../../../common/entities/config';
import { SECRET_MASK } from '../../../common/entities/siteItem';
import { readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { parseQuery } from '../../../common/entity/query';
import type { Wire } from '../../../common/entity/project';
import { LIMITS } from '../../../common/limits';
import { entranceLabel, groupTitle, settingTip, settingTitle } from '../../../common/locales/settingTitles';
import { say } from '../../../common/locales/words';
import { fault, type Fault } from '../../../common/protocol/faults';
import type { Issue } from '../../../common/entity/issue';
import { beginning } from '../../../common/text/clean';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Reader } from '../../engine/read/reader';
import type { HookContext, TxWriter, Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';

interface Doors {
  readonly reader: Reader;
  readonly writer: Writer;
  /** The remark of a screen's menu rule. */
  readonly remarkOf: (screen: string) => Promise<string>;
}

/** Only under the family’s own name: under ours the same verbs are those of every noun. */
export function routeFamilySettings({ add: route }: RouteRegistry, { reader, writer, remarkOf }: Doors): void {
  const common = { realm: 'admin', access: 'admin', query: [], entity: config } as const;
  route({
    ...common,
    method: 'GET',
    path: '/admin/routine.config/index',
    node: 'config/index',
    body: 'none',
    summary: 'All settings by their groups',
    handler: async ({ ctx }) => grouped(ctx, reader, await remarkOf(config.name)),
  });
  route({
    ...common,
    method: 'POST',
    path: '/admin/routine.config/edit',
    node: 'config/edit',
    body: 'json',
    bodyLimit: LIMITS.bodyRich,
    summary: 'Save several settings by their names, all or none; with an id one item like any row',
    handler: (call) => saveFlat(call, writer),
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const pairsIn = (value: unknown): readonly (readonly [string, string])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, text]) => [key, textOf(text)] as const)
    : [];

async function allItems(ctx: RequestContext, reader: Reader): Promise<readonly Wire[]> {
  const items: Wire[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { page: String(page), limit: String(LIMITS.pageSizeMax), order: 'weigh,desc' };
    const parsed = parseQuery(config, asked, readableColumns(ctx.actor, config));
    if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
    const { list, total } = await reader.list(ctx, config, parsed.query);
    items.push(...list);
    if (list.length === 0 || items.length >= total) return items;
  }
}

async function grouped(ctx: RequestContext, reader: Reader, remark: string): Promise<HandlerResult> {
  const { lang } = ctx;
  const items = await allItems(ctx, reader);
  const valueOf = (name: string): unknown => items.find((row) => row['name'] === name)?.['value'];
  const titles = new Map(
    pairsIn(valueOf('config_group')).map(([name, title]) => [name, groupTitle(lang, name, title)]),
  );
  // An item whose group is on no list still has a tab.
  for (const { group } of items) if (!titles.has(textOf(group))) titles.set(textOf(group), textOf(group));
  const shown = (row: Wire) => {
    const name = textOf(row['name']);
    return {
      ...row,
      title: settingTitle(lang, name, textOf(row['title'])),
      tip: settingTip(lang, name, textOf(row['tip'])),
    };
  };
  const list = [...titles].map(([name, title]): readonly [string, object] => [
    name,
    { name, title, list: items.filter(({ group }) => group === name).map(shown) },
  ]);
  return {
    data: {
      list: Object.fromEntries(list),
      remark,
      configGroup: Object.fromEntries(titles),
      quickEntrance: pairsIn(valueOf('config_quick_entrance')).map(([key, value]) => ({
        key: entranceLabel(lang, key),
        value,
      })),
    },
  };
}

type Flat = Readonly<Record<string, unknown>>;

async function saveFlat({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const msg = say(ctx.lang, 'done.saved');
  const { id } = body;
  if (id !== undefined) return { data: await writer.update(ctx, config, { ...body, id: Number(id) }), msg };
  const names = Object.keys(body);
  if (names.length === 0 || names.length > LIMITS.bulk) throw fault('request.malformed');
  const deed = { verb: 'edit', about: beginning(names.join(', '), LIMITS.text), input: body };
  const data = await writer.changeSet(ctx, deed, (writer, hook) => saveAll(writer, hook, body));
  return { data, msg };
}

/** Each refusal is told at the name of its setting, all of them at once. */
async function saveAll(writer: TxWriter, hook: HookContext, values: Flat) {
  const rows = await hook.find(config.name, { field: 'name', op: 'IN', value: Object.keys(values) });
  const known = new Map(rows.map((row) => [textOf(row['name']), row]));
  const issues: Issue[] = [];
  const ids: number[] = [];
  for (const [name, value] of Object.entries(values)) {
    const row = known.get(name);
    // What is sent back as it came is no change: a mask, or what stands there already.
    if (row === undefined || value === SECRET_MASK || same(row['value'], value)) continue;
    const id = Number(row['id']);
    const tried = await hook.savepoint(() => writer.update(config as AnyEntity, { id, value }));
    if ('value' in tried) ids.push(id);
    else issues.push(issueOf(tried.fault, name));
  }
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  return { ids, ignored: Object.keys(values).filter((name) => !known.has(name)) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b === '' ? null : b);

function issueOf(trouble: Fault, name: string): Issue {
  const [issue] = trouble.fields ?? [];
  if (issue === undefined) throw trouble;
  return { ...issue, path: name };
}
