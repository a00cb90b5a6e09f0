/** Rules of role groups and of member groups: older clients know them by id, we store their names. */
import { stringOrEmpty } from '../../../common/json';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import type { RequestContext, Services } from '../../context';
import { getRuleTitle, loadTitledRules, type RuleEntity, type TitledRule } from './ruleTitles';
import type { CompatRow, RowSource } from '../rowSource';

/** A folder gives no permission, nor does a screen without buttons, which needs none. */
const isGranted = (entity: RuleEntity, { type, menu_type: menuType }: TitledRule): boolean =>
  type === 'button' || (type === 'menu' && (entity === 'user_rule' || menuType !== 'tab'));

interface RuleSet {
  /** The rules that a group holds: those with nothing below them. The others only structure the tree. */
  readonly leaves: readonly TitledRule[];
  readonly ids: ReadonlySet<string>;
}
async function loadRules(services: Services, entity: RuleEntity): Promise<RuleSet> {
  const rules = await loadTitledRules(services, entity);
  const parents = new Set(rules.map(({ pid }) => Number(pid)));
  return {
    leaves: rules.filter((rule) => !parents.has(rule.id) && isGranted(entity, rule)),
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

/**
 * The names of the rules with these ids. All of them together are `*`; stored names that no rule has stay, because a client cannot show them.
 * Error: `row.invalid` for an id without a rule.
 */
export async function toOwnRules(
  ctx: RequestContext,
  sent: unknown,
  { entity, stored }: { readonly entity: RuleEntity; readonly stored: unknown },
): Promise<unknown> {
  if (!Array.isArray(sent)) return sent;
  const wanted = sent.map((id: unknown) => (typeof id === 'number' ? String(id) : stringOrEmpty(id)));
  if (wanted.every((id) => !/^\d+$/.test(id))) return sent;
  const { leaves, ids } = await loadRules(ctx.services, entity);
  const missing = wanted.find((id) => !ids.has(id));
  if (missing !== undefined)
    throw fault('row.invalid', undefined, {
      fields: [{ path: 'rules', code: 'no_rule', params: { rule: truncate(missing, 60) } }],
    });
  const chosen = new Set(wanted);
  if (leaves.length > 0 && leaves.every(({ id }) => chosen.has(String(id)))) return [ALL_PERMISSIONS];
  const nameById = new Map(leaves.map(({ id, name }) => [String(id), name]));
  // Rules that have others below them give no permission of their own.
  const names = wanted.flatMap((id) => nameById.get(id) ?? []);
  const known = new Set(leaves.map(({ name }) => name));
  const hidden = listNames(stored).filter((name) => name !== ALL_PERMISSIONS && !known.has(name));
  return [...new Set([...names, ...hidden])];
}
