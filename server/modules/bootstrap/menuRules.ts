/** Adds missing menu rules by name at start-up; stored rules stay as staff left them. */
import { compareRules, requiredMenuRules, findRuleScreen, type RequiredMenuRule, type StoredRule } from './menu';
import type { AnyEntity } from '../../../common/entity/entity';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { getEntityCache } from '../../platform/rowCache';
import { systemContext } from '../../platform/systemContext';
import { MENU_LAYOUT } from './menuLayout';

const RULE_TYPES = ['menu_dir', 'menu', 'button'] as const;

interface StoredRuleName {
  readonly id: number;
  readonly name: string;
}

/**
 * Adds the rules of the definitions that were never stored; a removed rule stays removed. `changing`: entities whose rules a job brings, with
 * their folder. `onAdded` gets the rules in the transaction that adds them.
 */
export async function seedMenuRules(
  services: Services,
  writer: Writer,
  changing: ReadonlySet<string> = new Set(),
  onAdded?: (writer: TxWriter, rules: readonly StoredRuleName[]) => Promise<void>,
): Promise<number> {
  const entity = services.registry.get('menu_rule');
  if (!entity) return 0;
  const storedRules = await services.db.rows<StoredRuleName>('SELECT id, name FROM `menu_rule`');
  const storedNames = new Set(storedRules.map(({ name }) => name));
  const entities = services.registry.all.filter(({ name }) => !changing.has(name));
  const missingDrafts = requiredMenuRules(entities, MENU_LAYOUT).filter(({ name }) => !storedNames.has(name));
  if (missingDrafts.length === 0) return 0;
  await writer.inTransaction(systemContext(services, 'menu'), async (writer) => {
    const storedIds = new Map(storedRules.map(({ id, name }) => [name, Number(id)]));
    // In the order of their types, as their ids are.
    const drafts = RULE_TYPES.flatMap((type) => missingDrafts.filter((draft) => draft.type === type));
    const ids = await addMenuRules(writer, entity, drafts, storedIds);
    await onAdded?.(
      writer,
      ids.map((id, index) => ({ id, name: drafts[index]?.name ?? '' })),
    );
  });
  return missingDrafts.length;
}

/**
 * Stores rules: folders, then screens, then buttons, since a rule needs the id of its parent; returns their ids. `storedIds`: the ids of
 * stored rules by name.
 */
export async function addMenuRules(
  writer: TxWriter,
  entity: AnyEntity,
  missing: readonly RequiredMenuRule[],
  storedIds: ReadonlyMap<string, number>,
): Promise<readonly number[]> {
  const ids = new Map(storedIds);
  const added: number[] = [];
  for (const type of RULE_TYPES) {
    const rulesOfType = missing.filter((rule) => rule.type === type);
    if (rulesOfType.length === 0) continue;
    const { rows } = await writer.createMany(
      entity,
      rulesOfType.map((rule) => toRuleRow(rule, ids)),
    );
    rows.forEach(({ id }, index) => ids.set(rulesOfType[index]?.name ?? '', id));
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

const toRuleRow = ({ parent, ...draft }: RequiredMenuRule, ids: ReadonlyMap<string, number>) => ({
  ...draft,
  pid: parent === null ? null : (ids.get(parent) ?? null),
  menu_type: draft.type === 'menu' ? 'tab' : null,
});

/**
 * The remark above the list of a screen. Of the rules that open the screen, the one with the screen's name gives the remark, else the first
 * one; empty if there is none.
 */
export const loadScreenRemark = (services: Services, screen: string): Promise<string> =>
  getEntityCache<string>(services, 'remarks', ['menu_rule']).get(screen, () => readScreenRemark(services, screen));

async function readScreenRemark(services: Services, screen: string): Promise<string> {
  const candidates = (await listEnabledRules(services))
    .filter((rule) => rule.type === 'menu' && findRuleScreen(rule) === screen)
    .sort(compareRules);
  return (candidates.find(({ name }) => name === screen) ?? candidates[0])?.remark ?? '';
}

/**
 * The enabled rules, read once for each version of the menu: when a menu changes, every open console fetches it. `version` is that of
 * `menuVersion`, read before.
 */
export const listRulesOf = (services: Services, version: string): Promise<readonly StoredRule[]> =>
  getEntityCache<readonly StoredRule[]>(services, 'menu rules', ['menu_rule']).get(version, () =>
    listEnabledRules(services),
  );

type RawRule = Readonly<Record<keyof StoredRule, string | number | null>>;

/** The enabled rules. */
export async function listEnabledRules(services: Services): Promise<readonly StoredRule[]> {
  const rows = await services.db.rows<RawRule>(
    'SELECT id, pid, `type`, title, title_en, name, `path`, icon, menu_type, url, component, keepalive, `extend`, remark, weigh, method FROM `menu_rule` WHERE status = 1 AND delete_time IS NULL',
  );
  return rows.map((row) => ({
    id: Number(row.id),
    pid: row.pid === null ? null : Number(row.pid),
    type: String(row.type),
    title: String(row.title),
    title_en: textOrNull(row.title_en) ?? '',
    name: String(row.name),
    path: textOrNull(row.path),
    icon: textOrNull(row.icon),
    menu_type: textOrNull(row.menu_type),
    url: textOrNull(row.url),
    component: textOrNull(row.component),
    keepalive: Number(row.keepalive),
    extend: String(row.extend),
    remark: textOrNull(row.remark) ?? '',
    weigh: Number(row.weigh),
    method: textOrNull(row.method),
  }));
}
const textOrNull = (value: string | number | null): string | null => (value === null ? null : String(value));
