/** Hooks of menu rules: each type requires its own fields, and a tab opens an existing screen. */
import { isAdminScreen, isRulePath, rulePath, ruleScreen } from '../../../common/adminScreens';
import { menuRule } from '../../../common/entities/menuRule';
import { module } from '../../../common/entities/module';
import { hasAdminScreen } from '../../../common/entity/permissionKeys';
import { asString } from '../../../common/json';
import { parseInstalledParts } from '../../../common/modules/moduleParts';
import { parseScreenComponent } from '../../../common/modules/moduleScreens';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findAddressIssues, isBlank } from './ruleTargets';

type Rule = Partial<StoredOf<typeof menuRule>>;
/** Fields that decide the target of a rule; other fields can be set on rules without a target. */
const TARGET_FIELDS = ['type', 'menu_type', 'url'] as const;
const ROUTE_FIELDS = ['type', 'menu_type', 'name', 'path', 'component', 'extend'] as const;

const changesAny = (changes: Rule, fields: readonly (keyof Rule)[]) =>
  fields.some((name) => changes[name] !== undefined);

export const menuRuleHooks = defineHooks(menuRule, {
  beforeWrite: async (hook, changes, before) => {
    if (before !== undefined && isRestored(before)) await assertModuleActive(hook, before.id);
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

/** The rules of a disabled module come back with it; restored by hand, they would open screens that are gone. Error: `module.rule_disabled`. */
async function assertModuleActive({ actor, find }: HookContext, id: number): Promise<void> {
  if (actor.kind === 'system') return;
  const owner = (await find(module.name, MATCH_ALL)).find(
    ({ withdrawn = null, parts }) =>
      withdrawn !== null && parseInstalledParts(parts).rules.some((rule) => rule.id === id),
  );
  if (owner === undefined) return;
  const [title, english] = [asString(owner['title']), asString(owner['title_en'])];
  throw fault('module.rule_disabled', { module: { en: english || title, 'zh-cn': title } });
}

/** A button belongs to a screen and has no rules below it. The engine refuses a rule that is its own parent. */
async function parentIssues({ find }: HookContext, { pid }: Rule, id: number | undefined): Promise<readonly Issue[]> {
  if (pid === undefined || pid === null || pid === id) return [];
  const [parent] = await find('menu_rule', { field: 'id', op: '=', value: pid });
  return parent?.['type'] === 'button' ? [{ path: 'pid', code: 'button_parent' }] : [];
}

/** A tab requires a screen, and a link or an embedded page requires a URL. */
function missingPartIssues(rule: Rule, changes: Rule): readonly Issue[] {
  if (rule.type !== 'menu') return [];
  if (rule.menu_type === 'tab' && isBlank(rule.component)) return [{ path: 'component', code: 'required' }];
  return changesAny(changes, TARGET_FIELDS) ? findAddressIssues(rule) : [];
}

/** A request method limits the permission key of a button; other rules have no method. A stored method may stay. */
function methodIssues({ type }: Rule, { method }: Rule, before: Rule | undefined): readonly Issue[] {
  if (type === 'button' || isBlank(method) || method === 'ANY' || method === before?.method) return [];
  return [{ path: 'method', code: 'only_buttons' }];
}

/** A tab opens a screen of the console at its own path. */
async function routeIssues(hook: HookContext, rule: Rule, id: number | undefined): Promise<readonly Issue[]> {
  const { type, menu_type, component, name, extend } = rule;
  // Each start adds the rules of new definitions, whatever staff changed in the others.
  if (hook.actor.kind === 'system') return [];
  if (type !== 'menu' || menu_type !== 'tab' || isBlank(component) || isBlank(name)) return [];
  const route = { name, component, path: rule.path };
  const screen = ruleScreen(route);
  if (!isScreen(hook, screen)) return [{ path: 'component', code: 'no_route' }];
  const path = rulePath(route);
  if (!isRulePath(path)) return [{ path: 'path', code: 'path' }];
  // A rule that is only a menu entry shares the path of another rule.
  if (extend === 'add_menu_only') return [];
  const isTaken = (path !== screen && isScreen(hook, path)) || (await isPathTaken(hook, { path, screen, id }));
  return isTaken ? [{ path: 'path', code: 'address_taken' }] : [];
}

const isScreen = ({ services: { registry } }: HookContext, name: string): boolean => {
  const entity = registry.get(name);
  return (
    isAdminScreen(name) || parseScreenComponent(name) !== undefined || (entity !== undefined && hasAdminScreen(entity))
  );
};

interface WantedRoute {
  readonly path: string;
  readonly screen: string;
  readonly id: number | undefined;
}
/** Whether another tab rule maps the path to another screen. */
async function isPathTaken({ find }: HookContext, { path, screen, id }: WantedRoute): Promise<boolean> {
  const rules = (await find(menuRule.name, MATCH_ALL)) as unknown as readonly StoredOf<typeof menuRule>[]; // Rows of this entity.
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
