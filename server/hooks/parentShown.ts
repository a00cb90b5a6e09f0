/** Copies to child rows (`parent_shown`) whether guests can read the parent: denormalized visibility of rows that belong to a row of the site. */
import { navigation } from '../../common/entities/navigation';
import { newsCase } from '../../common/entities/newsCase';
import { plugin } from '../../common/entities/plugin';
import { pluginFunction } from '../../common/entities/pluginFunction';
import { pluginVersion } from '../../common/entities/pluginVersion';
import type { AnyEntity } from '../../common/entity/entity';
import { defineHooks } from '../engine/write/context/entityHooks';
import type { HookContext } from '../engine/write/context/hookContext';
import { findRowById, lockRow } from './rowLookup';

/** A child entity, and its field that refers to the parent. */
interface ChildReference {
  readonly entity: AnyEntity;
  readonly by: string;
}
export const ARTICLE_CHILDREN: readonly ChildReference[] = [{ entity: newsCase, by: 'news_id' }];
export const NAVIGATION_CHILDREN: readonly ChildReference[] = [{ entity: navigation, by: 'pid' }];
const PLUGIN_CHILDREN: readonly ChildReference[] = [
  { entity: pluginFunction, by: 'plugin_id' },
  { entity: pluginVersion, by: 'plugin_id' },
];

interface ParentRow {
  readonly id: number;
  readonly status: 0 | 1;
  /** Of a parent that has a parent itself. */
  readonly parent_shown?: 0 | 1;
}
const SHOWN = 1;
const isShown = (row: Readonly<Record<string, unknown>> | ParentRow | undefined): boolean =>
  row?.['status'] === SHOWN && row['parent_shown'] !== 0;

/**
 * The columns of a child that a write adds when it sets the parent, as creating and restoring do. Locks the parent, so that its status
 * cannot change before the child is stored. `null`: the child has no parent any longer.
 */
export async function findParentShown(
  hook: HookContext,
  parent: string,
  parentId: number | null | undefined,
): Promise<{ readonly parent_shown?: 0 | 1 }> {
  if (parentId === undefined) return {};
  if (parentId === null) return { parent_shown: 1 };
  await lockRow(hook, parent, parentId);
  return { parent_shown: isShown(await findRowById(hook, parent, parentId)) ? 1 : 0 };
}

/** Stores in the children whether their parent is shown, when that has changed. A deleted child gets it when it is restored. */
export async function updateParentShown(
  hook: HookContext,
  children: readonly ChildReference[],
  after: ParentRow,
  before: ParentRow | undefined,
): Promise<void> {
  if (before === undefined || isShown(after) === isShown(before)) return;
  for (const { entity, by } of children)
    for (const row of await hook.find(entity.name, { field: by, op: '=', value: after.id }))
      await hook.asSystem.update(entity, { id: Number(row['id']), parent_shown: isShown(after) ? 1 : 0 });
}

/** The hooks of the entities that have no others; those of articles, news cases, plugin versions and the navigation call these functions themselves. */
export const parentShownHooks = [
  defineHooks(plugin, { afterWrite: (hook, after, before) => updateParentShown(hook, PLUGIN_CHILDREN, after, before) }),
  defineHooks(pluginFunction, {
    beforeWrite: async (hook, changes) => ({
      ...changes,
      ...(await findParentShown(hook, plugin.name, changes.plugin_id)),
    }),
  }),
];
