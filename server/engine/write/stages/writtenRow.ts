/** Serializes the response of a write: id, revision and readable columns. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { UnitOfWork } from '../context/openUnitOfWork';
import type { WrittenRow } from '../context/txWriter';
import { projectFor } from './authorize';

/** The response about one written row: its id, its revision and the columns the actor may read. */
export const toWrittenRow = (
  unit: UnitOfWork,
  entity: AnyEntity,
  row: StoredRow,
  more: Partial<WrittenRow> = {},
): WrittenRow => ({
  id: Number(row['id']),
  revision: Number(row['revision']),
  row: projectFor(unit.ctx.actor, entity, row),
  ignored: [],
  merged: [],
  changes: [],
  ...more,
});
