/** A record as of a moment in the past beside the current record, and the fields that may be restored. */
import type { AnyEntity } from '../../../common/entity/entity';
import { findColumn, type Column } from '../../../common/entity/columns';
import type { Json } from '../../../common/entity/field';
import { lockedState } from '../../../common/entity/lockedState';
import type { WireRow } from '../../../common/entity/projectRow';
import { isCallFault, type CallFault } from '../../shared/api/faults';
import { useRow } from '../data/useRow';
import { formGroups } from '../formState/formLayout';
import { usePermissions, type EntityPermissions } from '../usePermissions';
import { asOfApi } from './asOfApi';

export interface AsOfField {
  readonly column: Column;
  readonly then: Json;
  /** Undefined when the current record is not known. */
  readonly now: Json | undefined;
  readonly differs: boolean;
  readonly canRestore: boolean;
}
export interface AsOfFieldGroup {
  /** Key of the group in the form's labels; null: without a heading; undefined: fields that the form does not show. */
  readonly key: string | null | undefined;
  readonly fields: readonly AsOfField[];
}
export interface AsOfRecordState {
  readonly then: WireRow | undefined;
  /** The current record; undefined while it loads, or when it is gone. */
  readonly now: WireRow | undefined;
  readonly isDeleted: boolean;
  readonly groups: readonly AsOfFieldGroup[];
  readonly fault: CallFault | undefined;
  readonly refetch: () => void;
}

/** Columns that change with every write. */
const SYSTEM_COLUMNS = new Set(['id', 'revision', 'update_time', 'delete_time']);
const isEqual = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

interface ComparedRows {
  readonly then: WireRow;
  readonly now: WireRow | undefined;
}
const isWritable = (entity: AnyEntity, permissions: EntityPermissions, { now }: ComparedRows, { name }: Column) =>
  now !== undefined &&
  permissions.can('update') &&
  permissions.writable.has(name) &&
  findColumn(entity, name)?.readonly === false &&
  lockedState(entity, now) === undefined;

function compareField(
  entity: AnyEntity,
  permissions: EntityPermissions,
  rows: ComparedRows,
  name: string,
): readonly AsOfField[] {
  const column = findColumn(entity, name);
  const then = rows.then[name];
  if (column === undefined || then === undefined || !permissions.readable.has(name)) return [];
  const now = rows.now?.[name];
  const differs = now !== undefined && !isEqual(then, now);
  return [{ column, then, now, differs, canRestore: differs && isWritable(entity, permissions, rows, column) }];
}

/** The fields in the order of the form, then the others. */
function compareRows(entity: AnyEntity, permissions: EntityPermissions, rows: ComparedRows): readonly AsOfFieldGroup[] {
  const compare = (name: string) => compareField(entity, permissions, rows, name);
  const groups = formGroups(entity).map(({ key, rows: names }) => ({ key, names: names.flat() }));
  const inForm = new Set(groups.flatMap(({ names }) => names));
  const others = permissions.columns
    .map(({ name }) => name)
    .filter((name) => !inForm.has(name) && !SYSTEM_COLUMNS.has(name));
  return [...groups, { key: undefined, names: others }]
    .map(({ key, names }) => ({ key, fields: names.flatMap(compare) }))
    .filter(({ fields }) => fields.length > 0);
}

export function useAsOfRecord(entity: AnyEntity, id: number, moment: number): AsOfRecordState {
  const permissions = usePermissions(entity);
  const past = asOfApi.usePastRowQuery({ e: entity.name, id, asOf: moment });
  const current = useRow(entity, id);
  const then = past.currentData?.row;
  const isDeleted = current.fault?.status === 404 || current.cachedRow?.isDeleted === true;
  // A list response leaves out long columns, so the cached row alone may be incomplete.
  const now = isDeleted || current.version === undefined ? undefined : current.cachedRow?.row;
  return {
    then,
    now,
    isDeleted,
    groups: then === undefined ? [] : compareRows(entity, permissions, { then, now }),
    fault: isCallFault(past.error) ? past.error : undefined,
    refetch: () => void past.refetch(),
  };
}
