/** Builds the edit conflict response (412) with the current values: of a stale base value, or of a concurrent delete. */
import type { StoredRow } from '../../../../common/entity/columns';
import type { Issue } from '../../../../common/entity/issue';
import { fault, type Fault } from '../../../../common/protocol/faults';
import type { EditConflict } from '../../../../common/protocol/liveEvents';

/** The fault `row.conflict` of a change that would overwrite another actor's. */
export function conflictFault(
  row: StoredRow,
  kind: EditConflict['kind'],
  details: Partial<EditConflict>,
  issues?: readonly Issue[],
): Fault {
  const rowRef = { kind, id: Number(row['id']), revision: Number(row['revision']) };
  const data: EditConflict = { ...rowRef, fields: [], merged: [], ...details };
  return fault('row.conflict', undefined, { data: { ...data }, ...(issues ? { fields: issues } : {}) });
}
