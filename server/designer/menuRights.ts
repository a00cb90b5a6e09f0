/** Menu rules and permissions of a designed entity: adds those of the new definition and removes the others. */
import { adminGroup } from '../../common/entities/adminGroup';
import { menuRule } from '../../common/entities/menuRule';
import type { AnyEntity } from '../../common/entity/entity';
import { MATCH_ALL } from '../../common/entity/filter';
import { asString } from '../../common/json';
import { nodeActions, nodeOf, nodePrefix } from '../../common/entity/permissionNodes';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import { requiredMenuRules } from '../modules/bootstrap/menu';
import { MENU_LAYOUT } from '../modules/bootstrap/menuLayout';
import { addMenuRules } from '../modules/bootstrap/menuRules';
import type { GrantedNodes } from './definitionChange';

/** Names of the rules that only this entity needs: its screen and its buttons. */
export const listRuleNames = (entity: AnyEntity | null): readonly string[] =>
  entity === null ? [] : [nodePrefix(entity), ...nodeActions(entity).map((action) => nodeOf(entity, action))];

interface RuleRow {
  readonly id: number;
  readonly name: string;
}
const findRules = async (hook: HookContext, names: readonly string[]): Promise<readonly RuleRow[]> =>
  names.length === 0
    ? []
    : (await hook.find(menuRule.name, { field: 'name', op: 'IN', value: [...names] })).map((row) => ({
        id: Number(row['id']),
        name: asString(row['name']),
      }));

/** Adds the rules of an entity that are not stored; those that staff removed come back with a new definition only. */
export async function addRules(hook: HookContext, writer: TxWriter, entity: AnyEntity): Promise<void> {
  const names = new Set(listRuleNames(entity));
  const stored = new Set((await findRules(hook, [...names])).map(({ name }) => name));
  const required = requiredMenuRules([entity], MENU_LAYOUT);
  // The folder of the entity's group is stored, unless the group is new.
  const folders = await hook.find(menuRule.name, { field: 'type', op: '=', value: 'menu_dir' });
  const folderNames = new Set(folders.map((row) => asString(row['name'])));
  const missing = required.filter(({ name, type }) =>
    type === 'menu_dir' ? !folderNames.has(name) : names.has(name) && !stored.has(name),
  );
  const ids = new Map(
    (await hook.find(menuRule.name, MATCH_ALL)).map((row) => [asString(row['name']), Number(row['id'])]),
  );
  await addMenuRules(writer, menuRule, missing, ids);
}

/** Moves rules to the recycle bin, buttons before their screen; returns their ids. */
export async function removeRules(
  hook: HookContext,
  writer: TxWriter,
  names: readonly string[],
): Promise<readonly number[]> {
  const rules = await findRules(hook, names);
  const buttons = rules.filter(({ name }) => name.includes('/'));
  const screens = rules.filter(({ name }) => !name.includes('/'));
  for (const group of [buttons, screens])
    if (group.length > 0)
      await writer.remove(
        menuRule,
        group.map(({ id }) => id),
      );
  return rules.map(({ id }) => id);
}

const withoutNodes = (rules: readonly string[], nodes: ReadonlySet<string>) => rules.filter((node) => !nodes.has(node));
const rulesOf = (row: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(row['rules']) ? row['rules'].map(String) : [];

/** Gives nodes to role groups; returns what each group did not have before. A group that holds all permissions needs none. */
export async function grantNodes(
  hook: HookContext,
  writer: TxWriter,
  grants: readonly GrantedNodes[],
): Promise<readonly GrantedNodes[]> {
  const given: GrantedNodes[] = [];
  for (const { group, nodes } of grants) {
    const [row] = await hook.find(adminGroup.name, { field: 'id', op: '=', value: group });
    if (row === undefined) continue;
    const held = rulesOf(row);
    const missing = held.includes('*') ? [] : nodes.filter((node) => !held.includes(node));
    if (missing.length === 0) continue;
    await writer.update(adminGroup, { id: group, rules: [...held, ...missing] });
    given.push({ group, nodes: missing });
  }
  return given;
}

/** Takes nodes from the groups named in `revokes`, and `gone` nodes from all groups; returns what each group lost. */
export async function revokeNodes(
  hook: HookContext,
  writer: TxWriter,
  revokes: readonly GrantedNodes[],
  gone: readonly string[],
): Promise<readonly GrantedNodes[]> {
  const taken: GrantedNodes[] = [];
  for (const row of await hook.find(adminGroup.name, MATCH_ALL)) {
    const group = Number(row['id']);
    const nodes = new Set([...gone, ...revokes.flatMap((revoke) => (revoke.group === group ? revoke.nodes : []))]);
    const held = rulesOf(row);
    const lost = held.filter((node) => nodes.has(node));
    if (lost.length === 0) continue;
    await writer.update(adminGroup, { id: group, rules: withoutNodes(held, nodes) });
    taken.push({ group, nodes: lost });
  }
  return taken;
}
