/** Three-way merge of one edit, which detects conflicts. Its inputs: the base the editor read, the values it sends, the values stored now. Pure. */
import { createHash } from 'node:crypto';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { longValueText, type Column, type StoredRow } from '../../../../common/entity/columns';
import { toWireValue } from '../../../../common/entity/projectRow';
import type { ActorRef, RemoteFieldChange, FieldConflict } from '../../../../common/protocol/liveEvents';
import { isSameRichText } from './richText';

/** The actor who last changed a field since the revision that the editor read, and the value before. */
export interface ChangedField {
  readonly before: Json;
  readonly by: ActorRef;
  /** Unix milliseconds. */
  readonly at: number;
}
export interface MergeInput {
  readonly entity: AnyEntity;
  readonly columns: ReadonlyMap<string, Column>;
  readonly current: StoredRow;
  /** The fields of the stored row that the editor may read; base values are compared with these. */
  readonly readable: StoredRow;
  /** Validated values to write, in stored form. */
  readonly mine: StoredRow;
  /** The values of `mine` exactly as the editor sent them; a conflict response returns these. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly since: ReadonlyMap<string, ChangedField>;
}
export interface MergeResult {
  /** Columns whose values differ from the stored row. */
  readonly changes: StoredRow;
  readonly conflicts: readonly FieldConflict[];
  /** Changed fields for which the editor sent no base value. */
  readonly missingBase: readonly string[];
}

/** Whether two stored or wire values are equal; lists and objects by content, `null` like absence. */
export function isEqualValue(a: Json | undefined = null, b: Json | undefined = null): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

/** The values that differ from the stored row. */
export const pickChangedValues = (before: StoredRow, values: StoredRow): StoredRow =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqualValue(before[name], value)));

/** SHA-256 of a long value, in hex. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Whether a base value equals the stored value; a long field may be compared by its hash. */
function isBaseValue(column: Column, stored: Json | undefined, base: Json | undefined): boolean {
  if (isEqualValue(stored, base) || isSameRichText(column, stored, base)) return true;
  if (!column.long || stored === undefined || stored === null) return false;
  return readBaseHash(base) === sha256Hex(longValueText(stored));
}

const SHA256_HEX = /^[0-9a-f]{64}$/;
/** The hash that a caller sent in the place of a long base value: as a text, or as `{ h }`. */
export function readBaseHash(base: Json | undefined): string | undefined {
  const hash = typeof base === 'object' && base !== null && 'h' in base ? base['h'] : base;
  return typeof hash === 'string' && SHA256_HEX.test(hash) ? hash : undefined;
}

const getMergeGroup = (entity: AnyEntity, field: string): readonly string[] =>
  entity.spec.mergeGroups?.find((group) => group.includes(field)) ?? [field];

/** Unix seconds of a change; 0 when unknown. */
export const toSeconds = (since: ChangedField | undefined): number => (since ? Math.floor(since.at / 1000) : 0);

function getConflict(input: MergeInput, field: string): FieldConflict {
  const since = input.since.get(field);
  const isReadable = field in input.readable;
  return {
    field,
    mine: (field in input.sent ? input.sent[field] : (input.readable[field] ?? null)) as Json, // parsed from a JSON body
    ...(isReadable ? { base: getBaseValue(input, field), theirs: input.readable[field] ?? null } : {}),
    by: since?.by ?? null,
    at: toSeconds(since),
  };
}

/** The value of a field at the revision that the editor read, in wire form. */
function valueBefore({ columns, since }: MergeInput, field: string): Json {
  const column = columns.get(field);
  const before = since.get(field)?.before ?? null;
  return column ? toWireValue(column, before) : null;
}

const getBaseValue = (input: MergeInput, field: string): Json =>
  input.base[field] ?? (field in input.base ? null : valueBefore(input, field));

/** Fields that others changed since and that the editor may read and does not change. */
export const findRemoteChanges = (input: MergeInput): readonly RemoteFieldChange[] =>
  [...input.since].flatMap(([field, since]) =>
    field in input.readable && !(field in input.mine)
      ? [
          {
            field,
            before: valueBefore(input, field),
            theirs: input.readable[field] ?? null,
            by: since.by,
            at: toSeconds(since),
          },
        ]
      : [],
  );

/** The conflicts that the change of a field causes: the field itself, and fields of its merge group that another actor changed. */
function getConflicts(input: MergeInput, changedFields: readonly string[], field: string): readonly string[] {
  const { current, mine, since } = input;
  const column = input.columns.get(field);
  const companions = getMergeGroup(input.entity, field).filter((name) => !changedFields.includes(name));
  const changedByOthers = companions.filter((name) => since.has(name) && !isEqualValue(current[name], mine[name]));
  const isOwnConflict = column !== undefined && !isBaseValue(column, input.readable[field], input.base[field]);
  return isOwnConflict || changedByOthers.length > 0 ? [field, ...changedByOthers] : [];
}

/**
 * Merges each sent field with the stored row. If the stored value equals the sent value, the field is unchanged. If it equals the base value,
 * the sent value is applied. Otherwise the field is a conflict. A field of a merge group is also a conflict when another actor changed
 * another field of the group.
 */
export function mergeEdit(input: MergeInput): MergeResult {
  const { current, mine, base, columns } = input;
  const isUnchanged = (field: string) =>
    isEqualValue(current[field], mine[field]) || isSameRichText(columns.get(field), current[field], mine[field]);
  const changedFields = Object.keys(mine).filter((field) => !isUnchanged(field));
  const isSecret = (field: string) => columns.get(field)?.sensitivity === 'secret';
  const missingBase = changedFields.filter((field) => !(field in base) && !isSecret(field));
  const comparedFields = changedFields.filter((field) => !missingBase.includes(field) && !isSecret(field));
  const conflicting = new Set(comparedFields.flatMap((field) => getConflicts(input, changedFields, field)));
  return {
    changes: Object.fromEntries(changedFields.map((field) => [field, mine[field] ?? null])),
    conflicts: [...conflicting].map((field) => getConflict(input, field)),
    missingBase,
  };
}
