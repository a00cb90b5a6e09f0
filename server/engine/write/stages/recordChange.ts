/** Records a stored change: its image for the change log, its full difference for the history of the row. */
import { MASK } from '../../../../common/mask';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import {
  getColumns,
  longValueText,
  memoizePerEntity,
  type Column,
  type StoredRow,
} from '../../../../common/entity/columns';
import { keepsHistory } from '../../../../common/definition/keepsHistory';
import type { ChangeOp } from '../../../live/log/changeLog';
import { actorKey } from '../context/actorKey';
import { type UnitOfWork } from '../context/openUnitOfWork';
import { sha256Hex, isEqualValue } from './merge';

/** Columns that change with every write and carry no information. */
const BOOKKEEPING_COLUMNS = new Set(['id', 'revision', 'update_time', 'create_time']);

function summarizeLongValue(column: Column, value: Json): Json {
  if (!column.long || value === null) return value;
  const text = longValueText(value);
  return { h: sha256Hex(text), n: text.length };
}
const loggedColumns = memoizePerEntity((entity) =>
  [...getColumns(entity).values()].filter((c) => c.sensitivity !== 'secret'),
);

/** A row as the change log stores it: without secrets, long values as hash and length. */
export const toLoggedRow = (entity: AnyEntity, row: StoredRow): StoredRow => getImage(loggedColumns(entity), row);
function getImage(columns: readonly Column[], row: StoredRow): StoredRow {
  const image: Record<string, Json> = {};
  for (const column of columns) image[column.name] = summarizeLongValue(column, row[column.name] ?? null);
  return image;
}

const changedColumns = (entity: AnyEntity, before: StoredRow, after: StoredRow) =>
  loggedColumns(entity).filter(({ name }) => !isEqualValue(before[name], after[name]));

function getDiff(changed: readonly Column[], before: StoredRow, after: StoredRow) {
  const reported = changed.filter(({ name }) => !BOOKKEEPING_COLUMNS.has(name));
  return Object.fromEntries(reported.map(({ name }) => [name, [before[name] ?? null, after[name] ?? null] as const]));
}

/**
 * Records one stored change; the last statements of the transaction write it. Rows of log entities are their own history.
 */
export function recordChange(
  unit: UnitOfWork,
  entity: AnyEntity,
  op: ChangeOp,
  change: { before?: StoredRow; after?: StoredRow },
): void {
  const { ctx } = unit;
  const { before, after } = change;
  const author = ctx.author ?? ctx.actor;
  const row = after ?? before ?? {};
  const changed = before && after ? changedColumns(entity, before, after) : undefined;
  unit.changes.push({
    entityName: entity.name,
    rowId: Number(row['id']),
    revision: Number(row['revision']) + (after ? 0 : 1),
    op,
    image: after ? toLoggedRow(entity, after) : null,
    previousValues: before ? getImage(changed ?? loggedColumns(entity), before) : null,
    actor: actorKey(author),
    actorName: author.name,
    idempotencyKey: ctx.idempotencyKey ?? null,
    cid: unit.cid,
    at: unit.at,
  });
  if (!keepsHistory(entity)) return;
  if (before) unit.storedChanges.push({ entity, op, before, after });
  const diffColumns = changed ?? changedColumns(entity, before ?? {}, after ?? {});
  const diff = getDiff(diffColumns, before ?? {}, after ?? {});
  unit.history.push({ changeIndex: unit.changes.length - 1, channel: ctx.channel, ip: ctx.ip, diff });
}

/**
 * Values for the audit log, which every admin with access to it reads: secret and sensitive values are masked, so that only the change
 * itself shows.
 */
export const maskSensitiveValues = (entity: AnyEntity, values: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isVisible = ['public', 'internal', undefined].includes(getColumns(entity).get(name)?.sensitivity);
      return [name, isVisible ? value : MASK];
    }),
  );
