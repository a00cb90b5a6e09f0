/** A design and its fields: they go to the recycle bin together and come back together, and renames are followed. */
import { renameChoicesInField, renameFieldInSettings } from '../../../common/designer/followRenames';
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import { defineHooks, isRestored } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';

async function fieldIds(hook: HookContext, designId: number, condition: string, params: readonly number[] = []) {
  const rows = await hook.tx.rows<{ readonly id: number }>(
    `SELECT id FROM \`crud_design_field\` WHERE design_id = ? AND ${condition} ORDER BY id`,
    [designId, ...params],
  );
  return rows.map(({ id }) => Number(id));
}

export const crudDesignHooks = defineHooks(crudDesign, {
  afterWrite: async (hook, after, before) => {
    if (after.delete_time !== null && before?.delete_time === null) {
      const ids = await fieldIds(hook, after.id, 'delete_time IS NULL');
      if (ids.length > 0) await hook.writer.remove(crudDesignField, ids);
    }
    if (after.delete_time === null && isRestored(before)) {
      // Fields that were deleted before the design stay deleted.
      const ids = await fieldIds(hook, after.id, 'delete_time >= ?', [before?.delete_time ?? 0]);
      if (ids.length > 0) await hook.writer.restore(crudDesignField, ids);
    }
  },
  beforePurge: async (hook, { id }) => {
    const ids = await fieldIds(hook, id, 'delete_time IS NOT NULL');
    if (ids.length > 0) await hook.writer.purge(crudDesignField, ids);
  },
});

/** Names of fields and choices are followed by what refers to them, so that a rename breaks nothing. */
export const crudDesignFieldHooks = defineHooks(crudDesignField, {
  beforeWrite: (_hook, changes, before) => {
    if (before === undefined || changes.choices === undefined) return changes;
    return { ...changes, ...renameChoicesInField(before.choices, { ...before, ...changes }) };
  },
  afterWrite: async (hook, { name, design_id: designId }, before) => {
    if (before === undefined || before.name === name || name === '') return;
    const [design] = await hook.find(crudDesign.name, { field: 'id', op: '=', value: designId });
    const changes = design ? renameFieldInSettings(design, before.name, name) : {};
    if (Object.keys(changes).length > 0) await hook.writer.update(crudDesign, { id: designId, ...changes });
  },
});
