/** A design and its fields: they go to the recycle bin together and come back together, and renames are followed. */
import {
  renameChoicesInField,
  renameChoicesInSettings,
  renameFieldInSettings,
  renameFieldInSibling,
} from '../../../common/designer/renames/followRenames';
import { crudDesign } from '../../../common/entities/crudDesign';
import { crudDesignField } from '../../../common/entities/crudDesignField';
import type { StoredRow } from '../../../common/entity/columns';
import type { Infer } from '../../../common/entity/entity';
import { companionName } from '../../../common/entity/translations/companions';
import { asString } from '../../../common/json';
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

/** The other fields of the design follow a renamed one. */
async function renameInSiblings(
  hook: HookContext,
  design: StoredRow,
  { id, design_id: designId, name: to, is_translated: translated }: Infer<typeof crudDesignField>,
  from: string,
): Promise<void> {
  const fields = await hook.find(crudDesignField.name, { field: 'design_id', op: '=', value: designId });
  const names = new Set(fields.map(({ name }) => name));
  const isTranslated = translated === 1 && !names.has(companionName(to));
  const rename = { from, to, table: asString(design['table_name']) };
  for (const sibling of fields) {
    const changes = renameFieldInSibling(sibling, rename, isTranslated);
    const siblingId = Number(sibling['id']);
    if (siblingId !== id && Object.keys(changes).length > 0)
      await hook.writer.update(crudDesignField, { id: siblingId, ...changes });
  }
}

/** Names of fields and choices are followed by what refers to them, so that a rename breaks nothing. */
export const crudDesignFieldHooks = defineHooks(crudDesignField, {
  beforeWrite: (_hook, changes, before) => {
    if (before === undefined || changes.choices === undefined) return changes;
    return { ...changes, ...renameChoicesInField(before.choices, { ...before, ...changes }) };
  },
  afterWrite: async (hook, after, before) => {
    if (before === undefined || after.name === '') return;
    const isRenamed = before.name !== after.name;
    if (!isRenamed && JSON.stringify(before.choices) === JSON.stringify(after.choices)) return;
    const [design] = await hook.find(crudDesign.name, { field: 'id', op: '=', value: after.design_id });
    if (design === undefined) return;
    const changes = isRenamed
      ? renameFieldInSettings(design, before.name, after.name)
      : renameChoicesInSettings(design, { ...after }, before.choices);
    if (Object.keys(changes).length > 0) await hook.writer.update(crudDesign, { id: after.design_id, ...changes });
    if (isRenamed) await renameInSiblings(hook, design, after, before.name);
  },
});
