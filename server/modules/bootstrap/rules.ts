/** The stored menu rules: missing ones are added at boot by name; what staff made of the others is never touched. */
import { compareRules, menuDrafts, screenOfRule, type MenuDraft, type StoredRule } from '../../engine/schema/menu';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { entityCache } from '../../platform/rowCache';
import { systemCtx } from '../../platform/systemCtx';
import { OUTLINE } from './outline';

interface Known {
  readonly id: number;
  readonly name: string;
}

/** Adds the rules the definitions ask for and nobody has stored yet, even in the recycle state: a removed rule stays removed. */
export async function addMissingRules(services: Services, writer: Writer): Promise<number> {
  const entity = services.registry.get('menu_rule');
  if (!entity) return 0;
  const stored = await services.db.rows<Known>('SELECT id, name FROM `menu_rule`');
  const known = new Set(stored.map(({ name }) => name));
  const missing = menuDrafts(services.registry.all, OUTLINE).filter(({ name }) => !known.has(name));
  if (missing.length === 0) return 0;
  await writer.inTransaction(systemCtx(services, 'menu'), async (writer) => {
    const ids = new Map(stored.map(({ id, name }) => [name, Number(id)]));
    // Level by level: a rule needs the id of the one above it.
    for (const type of ['menu_dir', 'menu', 'button'] as const) {
      const drafts = missing.filter((draft) => draft.type === type);
      if (drafts.length === 0) continue;
      const { rows } = await writer.createMany(
        entity,
        drafts.map((draft) => rowOf(draft, ids)),
      );
      rows.forEach(({ id }, place) => ids.set(drafts[place]?.name ?? '', id));
    }
  });
  return missing.length;
}

const rowOf = ({ parent, ...draft }: MenuDraft, ids: ReadonlyMap<string, number>) => ({
  ...draft,
  pid: parent === null ? null : (ids.get(parent) ?? null),
  menu_type: draft.type === 'menu' ? 'tab' : null,
});

/** The remark above the list of a screen: of its own rule where that opens it, else of the first rule that does; empty without a remark. */
export const remarkOf = (services: Services, screen: string): Promise<string> =>
  entityCache<string>(services, 'remarks', ['menu_rule']).get(screen, () => readRemark(services, screen));

async function readRemark(services: Services, screen: string): Promise<string> {
  const open = (await enabledRules(services))
    .filter((rule) => rule.type === 'menu' && screenOfRule(rule) === screen)
    .sort(compareRules);
  return (open.find(({ name }) => name === screen) ?? open[0])?.remark ?? '';
}

type RawRule = Readonly<Record<keyof StoredRule, string | number | null>>;

/** The enabled rules. */
export async function enabledRules(services: Services): Promise<readonly StoredRule[]> {
  const rows = await services.db.rows<RawRule>(
    'SELECT id, pid, `type`, title, name, `path`, icon, menu_type, url, component, keepalive, `extend`, remark, weigh, method FROM `menu_rule` WHERE status = 1 AND delete_time IS NULL',
  );
  return rows.map((row) => ({
    id: Number(row.id),
    pid: row.pid === null ? null : Number(row.pid),
    type: String(row.type),
    title: String(row.title),
    name: String(row.name),
    path: textOf(row.path),
    icon: textOf(row.icon),
    menu_type: textOf(row.menu_type),
    url: textOf(row.url),
    component: textOf(row.component),
    keepalive: Number(row.keepalive),
    extend: String(row.extend),
    remark: textOf(row.remark) ?? '',
    weigh: Number(row.weigh),
    method: textOf(row.method),
  }));
}
const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));
