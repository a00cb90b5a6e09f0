/** The permissions of the preview: all of the designed entity. */
import { getColumns } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { EntityPermissions } from '../../../engine/usePermissions';

export function previewPermissions(entity: AnyEntity): EntityPermissions {
  const columns = [...getColumns(entity).values()].filter(({ sensitivity }) => sensitivity !== 'secret');
  const { staff } = entity.spec.access;
  return {
    can: (verb) => staff === 'crud' || staff?.[verb] !== undefined,
    canRunAction: () => true,
    readable: new Set(columns.map(({ name }) => name)),
    writable: new Set([...getColumns(entity).values()].filter((column) => !column.readonly).map(({ name }) => name)),
    columns,
  };
}
