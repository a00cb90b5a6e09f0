/** Hooks of the navigation: a link has an address, a group needs none; there are two levels, an item stands where its parent does, and is hidden with it. */
import { navigation } from '../../../common/entities/navigation';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findParentShown, NAVIGATION_CHILDREN, updateParentShown } from '../parentShown';

const { navigation: LINK, group: GROUP } = navigation.spec.fields.type.options.values;

type Item = StoredOf<typeof navigation>;
type Changes = Partial<Item>;

export const navigationHooks = defineHooks(navigation, {
  beforeWrite: async (hook, changes, before) => {
    const issues = [...findUrlIssues(changes, before), ...(await findParentIssues(hook, changes, before))];
    if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
    const shown = await findParentShown(hook, navigation.name, changes.pid);
    if (isRestored(before)) return { ...changes, ...shown };
    const position = await findParentPosition(hook, { ...before, ...changes });
    return position === undefined ? { ...changes, ...shown } : { ...changes, ...shown, position };
  },
  afterWrite: async (hook, after, before) => {
    await updateParentShown(hook, NAVIGATION_CHILDREN, after, before);
    if (before === undefined || before.position === after.position) return;
    for (const { id, position } of await findItems(hook, 'pid', after.id))
      if (position !== after.position) await hook.writer.update(navigation, { id, position: after.position });
  },
});

/** A link that was stored without an address can still be renamed or moved. */
function findUrlIssues(changes: Changes, before: Item | undefined): readonly Issue[] {
  const { type = LINK, url } = { ...before, ...changes };
  const isChecked = before === undefined || changes.type !== undefined || changes.url !== undefined;
  return isChecked && type === LINK && (url ?? '') === '' ? [{ path: 'url', code: 'required' }] : [];
}

/** An item that was stored at a third level can still be renamed. */
async function findParentIssues(
  hook: HookContext,
  changes: Changes,
  before: Item | undefined,
): Promise<readonly Issue[]> {
  const { pid = null, type = LINK } = { ...before, ...changes };
  const isChecked = changes.pid !== undefined || changes.type !== undefined;
  // The engine refuses an item that is its own parent.
  if (!isChecked || pid === null || pid === before?.id) return [];
  if (type === GROUP) return [{ path: 'pid', code: 'group_parent' }];
  const [parent] = await findItems(hook, 'id', pid);
  if ((parent?.pid ?? null) !== null) return [{ path: 'pid', code: 'second_level' }];
  const items = before === undefined ? [] : await findItems(hook, 'pid', before.id);
  return items.length > 0 ? [{ path: 'pid', code: 'has_children' }] : [];
}

/** The position of the parent; undefined for an item without one. */
async function findParentPosition(hook: HookContext, { pid }: Changes): Promise<Item['position'] | undefined> {
  const [parent] = (pid ?? null) === null ? [] : await findItems(hook, 'id', pid ?? 0);
  return parent?.position;
}

const findItems = async (hook: HookContext, field: 'id' | 'pid', value: number): Promise<readonly Item[]> =>
  // the rows of this entity
  (await hook.find(navigation.name, { field, op: '=', value })) as unknown as readonly Item[];
