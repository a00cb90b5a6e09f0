/** Rules of role groups and of member groups: older clients know them by id, we store their names. */
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import type { RequestContext, Services } from '../../context';
import { getRuleTitle, loadTitledRules, type RuleEntity, type TitledRule } from './ruleTitles';
import type { CompatRow, RowSource } from '../rowSource';

/** A folder gives no permission, nor does a screen without buttons, which needs none. */
const canBeGranted = (entity: RuleEntity, { type, menu_type: menuType }: TitledRule): boolean =>
  type === 'button' || (type === 'menu' && (entity === 'user_rule' || menuType !== 'tab'));

interface RuleSet {
  /** The rules that a group holds: those with nothing below them. The others only structure the tree. */
  readonly leaves: readonly TitledRule[];
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Menus and folders with nothing below them, which give no permission, by id. */
  readonly withoutPermission: ReadonlyMap<string, string>;
}
async function loadRules(services: Services, entity: RuleEntity): Promise<RuleSet> {
  const rules = await loadTitledRules(services, entity);
  const parents = new Set(rules.map(({ pid }) => Number(pid)));
  const lowest = rules.filter(({ id }) => !parents.has(id));
  return {
    leaves: lowest.filter((rule) => canBeGranted(entity, rule)),
    withoutPermission: new Map(
      lowest.filter((rule) => !canBeGranted(entity, rule)).map(({ id, name }) => [String(id), name]),
    ),
    names: new Set(rules.map(({ name }) => name)),
    ids: new Set(rules.map(({ id }) => String(id))),
  };
}

const listNames = (rules: unknown): readonly string[] => (Array.isArray(rules) ? rules.map(String) : []);

/** The rows of groups: in lists a summary of the rules, in forms their ids. */
export async function toCompatGroups(
  rows: readonly CompatRow[],
  { ctx, view }: RowSource,
  entity: RuleEntity,
): Promise<readonly CompatRow[]> {
  const { leaves } = await loadRules(ctx.services, entity);
  const byName = new Map(leaves.map((rule) => [rule.name, rule]));
  const getIds = (names: readonly string[]) =>
    names.includes(ALL_PERMISSIONS) ? [ALL_PERMISSIONS] : names.flatMap((name) => byName.get(name)?.id ?? []);
  return rows.map((row) => {
    if (row['rules'] === undefined) return row;
    const names = listNames(row['rules']);
    const getTitle = (name: string) => {
      const rule = byName.get(name);
      return rule === undefined ? name : getRuleTitle(ctx, entity, rule);
    };
    return { ...row, rules: view === 'list' ? summarizeRules(ctx, names, getTitle) : getIds(names) };
  });
}

function summarizeRules(
  { lang }: RequestContext,
  names: readonly string[],
  getTitle: (name: string) => string,
): string {
  const [first, ...others] = names;
  if (first === undefined) return translate(lang, 'compat.noPermission');
  if (names.includes(ALL_PERMISSIONS)) return translate(lang, 'compat.superAdmin');
  if (others.length === 0) return getTitle(first);
  return translate(lang, 'compat.ruleCount', { first: getTitle(first), count: others.length });
}

interface KnownRules {
  readonly entity: RuleEntity;
  readonly stored: unknown;
  /** Gets the keys of chosen rules that give no permission and are not stored. */
  readonly onIgnored: (keys: readonly string[]) => void;
}
/** A list, or text with commas; undefined for values that our route refuses. */
function readList(sent: unknown): readonly string[] | undefined {
  const list: unknown = typeof sent === 'string' && sent !== '' ? sent.split(',').map((id) => id.trim()) : sent;
  if (!Array.isArray(list)) return undefined;
  const isId = (id: unknown) => typeof id === 'number' || typeof id === 'string';
  return list.every(isId) ? list.map(String) : undefined;
}
/** Permissions that no rule shows have names as well; our route checks them. */
const isPermissionName = (name: string): boolean => name === ALL_PERMISSIONS || name.includes('/');

/**
 * The names of the rules with these ids. All of them together are `*`; stored names that no rule has stay, because a client cannot show them.
 * Error: `row.invalid` for an id without a rule.
 */
export async function fromCompatRules(
  ctx: RequestContext,
  sent: unknown,
  { entity, stored, onIgnored }: KnownRules,
): Promise<unknown> {
  const wanted = readList(sent);
  if (wanted === undefined) return sent;
  const { leaves, ids, names: ruleNames, withoutPermission } = await loadRules(ctx.services, entity);
  const hasNames = wanted.every((id) => !/^\d+$/.test(id));
  const isKnown = (id: string) => (hasNames ? ruleNames.has(id) || isPermissionName(id) : ids.has(id));
  const missing = wanted.find((id) => !isKnown(id));
  if (missing !== undefined)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'rules', code: 'no_rule', params: { rule: truncate(missing, 60) } }],
    });
  if (hasNames) return wanted;
  const chosen = new Set(wanted);
  onIgnored([...chosen].flatMap((id) => withoutPermission.get(id) ?? []).map((name) => `rules.${name}`));
  if (leaves.length > 0 && leaves.every(({ id }) => chosen.has(String(id)))) return [ALL_PERMISSIONS];
  const nameById = new Map(leaves.map(({ id, name }) => [String(id), name]));
  // Rules that have others below them give no permission of their own.
  const names = wanted.flatMap((id) => nameById.get(id) ?? []);
  const known = new Set(leaves.map(({ name }) => name));
  const hidden = listNames(stored).filter((name) => name !== ALL_PERMISSIONS && !known.has(name));
  return [...new Set([...names, ...hidden])];
}
