/** Menu rules and permissions of a designed entity: their names, removing rules, granting and revoking permissions. */
import { adminGroup } from '../../common/entities/adminGroup';
import { menuRule } from '../../common/entities/menuRule';
import type { AnyEntity } from '../../common/entity/entity';
import { MATCH_ALL } from '../../common/entity/filter';
import { asString } from '../../common/json';
import { permissionActions, permissionKey, permissionPrefix } from '../../common/entity/permissionKeys';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import { placeholders } from '../platform/database/sql';
import { loadGroups } from '../hooks/permissions/roleGroups';
import type { PermissionGrant } from './definitionChange';
import { sortParentsFirst } from './grants/assertGrantsFit';

/** Names of the rules that only this entity needs: its screen and its buttons. */
export const listRuleNames = (entity: AnyEntity | null): readonly string[] =>
  entity === null
    ? []
    : [permissionPrefix(entity), ...permissionActions(entity).map((action) => permissionKey(entity, action))];

interface RuleRow {
  readonly id: number;
  readonly name: string;
}
const loadRules = async (hook: HookContext, names: readonly string[]): Promise<readonly RuleRow[]> =>
  names.length === 0
    ? []
    : (await hook.find(menuRule.name, { field: 'name', op: 'IN', value: [...names] })).map((row) => ({
        id: Number(row['id']),
        name: asString(row['name']),
      }));

/** Moves rules to the recycle bin, buttons before their screen; returns their ids. */
export async function removeRules(
  hook: HookContext,
  writer: TxWriter,
  names: readonly string[],
): Promise<readonly number[]> {
  const rules = await loadRules(hook, names);
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

interface Child {
  readonly id: number;
  readonly pid: number;
}
/** Leaves out rules that have children outside of `ids`, also in the recycle bin. */
function withoutRulesThatHaveChildren(ids: readonly number[], children: readonly Child[]): readonly number[] {
  const purged = new Set(ids);
  const isKept = (id: number) => children.some((child) => Number(child.pid) === id && !purged.has(Number(child.id)));
  for (let keptIds = ids.filter(isKept); keptIds.length > 0; keptIds = [...purged].filter(isKept))
    for (const id of keptIds) purged.delete(id);
  return [...purged];
}

/** Deletes those of these rules for good that are in the recycle bin, unless other rules are below them. */
export async function purgeRules(hook: HookContext, writer: TxWriter, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const placeholderList = placeholders(ids.length);
  const deleted = await hook.tx.rows<{ readonly id: number }>(
    `SELECT id FROM \`menu_rule\` WHERE delete_time IS NOT NULL AND id IN (${placeholderList})`,
    ids,
  );
  const children = await hook.tx.rows<Child>(
    `SELECT id, pid FROM \`menu_rule\` WHERE pid IN (${placeholderList})`,
    ids,
  );
  const purged = withoutRulesThatHaveChildren(
    deleted.map(({ id }) => Number(id)),
    children,
  );
  if (purged.length > 0) await writer.purge(menuRule, purged);
}

const withoutKeys = (rules: readonly string[], permissionKeys: ReadonlySet<string>) =>
  rules.filter((key) => !permissionKeys.has(key));
const getRules = (row: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(row['rules']) ? row['rules'].map(String) : [];

/** Grants permission keys to role groups; returns the new keys of each group. A group with all permissions needs none. */
export async function grantPermissions(
  hook: HookContext,
  writer: TxWriter,
  grants: readonly PermissionGrant[],
): Promise<readonly PermissionGrant[]> {
  const granted: PermissionGrant[] = [];
  for (const { group, nodes } of sortParentsFirst(await loadGroups(hook), grants)) {
    const [row] = await hook.find(adminGroup.name, { field: 'id', op: '=', value: group });
    if (row === undefined) continue;
    const heldRules = getRules(row);
    const missing = heldRules.includes('*') ? [] : nodes.filter((node) => !heldRules.includes(node));
    if (missing.length === 0) continue;
    await writer.update(adminGroup, { id: group, rules: [...heldRules, ...missing] });
    granted.push({ group, nodes: missing });
  }
  return granted;
}

/** Revokes permission keys from the groups named in `revokes`, and `gone` keys from all groups; returns the revoked keys of each group. */
export async function revokePermissions(
  hook: HookContext,
  writer: TxWriter,
  revokes: readonly PermissionGrant[],
  gone: readonly string[],
): Promise<readonly PermissionGrant[]> {
  const revoked: PermissionGrant[] = [];
  for (const row of await hook.find(adminGroup.name, MATCH_ALL)) {
    const group = Number(row['id']);
    const revokedKeys = new Set([
      ...gone,
      ...revokes.flatMap((revoke) => (revoke.group === group ? revoke.nodes : [])),
    ]);
    const heldRules = getRules(row);
    const lost = heldRules.filter((key) => revokedKeys.has(key));
    if (lost.length === 0) continue;
    await writer.update(adminGroup, { id: group, rules: withoutKeys(heldRules, revokedKeys) });
    revoked.push({ group, nodes: lost });
  }
  return revoked;
}
