/** Menu rules: each kind of rule carries what its kind needs (specification, point 5), and a tab leads to a screen that exists. */
import { isAdminScreen, isRulePath, rulePath, ruleScreen } from '../../../common/adminScreens';
import { menuRule } from '../../../common/entities/menuRule';
import { hasAdminScreen } from '../../../common/entity/permissionNodes';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { addressIssues, isBlank } from './ruleTargets';

type Rule = Partial<StoredOf<typeof menuRule>>;
/** A change of one of these says where the rule leads; all else may be set on rules that lead nowhere. */
const TARGET_FIELDS = ['type', 'menu_type', 'url'] as const;
const ROUTE_FIELDS = ['type', 'menu_type', 'name', 'path', 'component', 'extend'] as const;

const changesAny = (changes: Rule, fields: readonly (keyof Rule)[]) =>
  fields.some((name) => changes[name] !== undefined);

export const menuRuleHooks = defineHooks(menuRule, {
  beforeWrite: async (hook, changes, before) => {
    const rule = { ...before, ...changes };
    const fields = [
      ...missingPartIssues(rule, changes),
      ...methodIssues(rule, changes, before),
      ...(changesAny(changes, ROUTE_FIELDS) ? await routeIssues(hook, rule, before?.id) : []),
      ...(await parentIssues(hook, changes, before?.id)),
    ];
    if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
    return changes.name === undefined ? changes : { ...changes, name: changes.name.toLowerCase() };
  },
});

/** A button is a part of a screen and has no rules below it. The engine says that a rule cannot be its own parent. */
async function parentIssues({ find }: HookContext, { pid }: Rule, id: number | undefined): Promise<readonly Issue[]> {
  if (pid === undefined || pid === null || pid === id) return [];
  const [parent] = await find('menu_rule', { field: 'id', op: '=', value: pid });
  return parent?.['type'] === 'button' ? [{ path: 'pid', code: 'button_parent' }] : [];
}

/** A tab needs the screen it opens, a link or an embedded page its address. */
function missingPartIssues(rule: Rule, changes: Rule): readonly Issue[] {
  if (rule.type !== 'menu') return [];
  if (rule.menu_type === 'tab' && isBlank(rule.component)) return [{ path: 'component', code: 'required' }];
  return changesAny(changes, TARGET_FIELDS) ? addressIssues(rule) : [];
}

/** A request method limits the node of a button; the methods of other rules limit nothing. A stored one may stay. */
function methodIssues({ type }: Rule, { method }: Rule, before: Rule | undefined): readonly Issue[] {
  if (type === 'button' || isBlank(method) || method === 'ANY' || method === before?.method) return [];
  return [{ path: 'method', code: 'only_buttons' }];
}

/** A tab opens a screen of the console at an address of its own. */
async function routeIssues(hook: HookContext, rule: Rule, id: number | undefined): Promise<readonly Issue[]> {
  const { type, menu_type, component, name, extend } = rule;
  // The rules of new definitions are added at each start, whatever staff made of the others.
  if (hook.actor.kind === 'system') return [];
  if (type !== 'menu' || menu_type !== 'tab' || isBlank(component) || isBlank(name)) return [];
  const route = { name, component, path: rule.path };
  const screen = ruleScreen(route);
  if (!isScreen(hook, screen)) return [{ path: 'component', code: 'no_route' }];
  const path = rulePath(route);
  if (!isRulePath(path)) return [{ path: 'path', code: 'path' }];
  // An entry alone leads to the address of another rule.
  if (extend === 'add_menu_only') return [];
  const isTaken = (path !== screen && isScreen(hook, path)) || (await isPathTaken(hook, { path, screen, id }));
  return isTaken ? [{ path: 'path', code: 'address_taken' }] : [];
}

const isScreen = ({ services: { registry } }: HookContext, name: string): boolean => {
  const entity = registry.get(name);
  return isAdminScreen(name) || (entity !== undefined && hasAdminScreen(entity));
};

interface WantedRoute {
  readonly path: string;
  readonly screen: string;
  readonly id: number | undefined;
}
/** Whether another tab rule gives the address to another screen. */
async function isPathTaken({ find }: HookContext, { path, screen, id }: WantedRoute): Promise<boolean> {
  const rules = (await find(menuRule.name, MATCH_ALL)) as unknown as readonly StoredOf<typeof menuRule>[]; // rows of this entity
  return rules.some(
    (other) =>
      other.id !== id &&
      other.type === 'menu' &&
      other.menu_type === 'tab' &&
      other.extend !== 'add_menu_only' &&
      rulePath(other) === path &&
      ruleScreen(other) !== screen,
  );
}
