/** Fields of a form that a draft stores: typed values with their base values, never secrets. Pure functions. */
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { LIMITS } from '../../../common/limits';
import type { StoredDraft, DraftPatch } from '../../../common/protocol/draft';
import { findManualText } from '../formState/resolutions';
import {
  findMergeGroup,
  isDirty,
  isShared,
  isSameValue,
  currentValue,
  type Draft,
  type FormShape,
} from '../formState/draft';
import type { EntityPermissions } from '../usePermissions';

export const canAutosave = ({ entity }: FormShape, permissions: EntityPermissions, field: string): boolean =>
  permissions.readable.has(field) &&
  permissions.writable.has(field) &&
  findColumn(entity, field)?.sensitivity !== 'secret';

/** Dirty fields that no draft stores and that leaving would lose. */
export const listUnsavableFields = (
  formShape: FormShape,
  permissions: EntityPermissions,
  dirty: readonly string[],
): readonly string[] => dirty.filter((field) => !canAutosave(formShape, permissions, field));

type Fields = DraftPatch['fields'];
/** Fields to store in a draft, including the members of their merge groups. */
export function collectAutosaveFields(formShape: FormShape, permissions: EntityPermissions, draft: Draft): Fields {
  const isSavable = (field: string) => canAutosave(formShape, permissions, field);
  const isTyped = (field: string) =>
    !isShared(draft, field) &&
    (isDirty(formShape, draft, field) || findManualText(draft.resolutions, field) !== undefined);
  const typed = new Set(formShape.fields.filter((field) => isTyped(field) && isSavable(field)));
  const savedFields = formShape.fields.filter(
    (field) => isSavable(field) && findMergeGroup(formShape, field).some((member) => typed.has(member)),
  );
  return Object.fromEntries(
    savedFields.map((field) => {
      const manualText = findManualText(draft.resolutions, field);
      const values = { base: draft.base[field] ?? null, mine: currentValue(draft, field) };
      return [field, manualText === undefined ? values : { ...values, written: manualText }] as const;
    }),
  );
}
export const isDraftTooLarge = (fields: Fields): boolean => JSON.stringify(fields).length > LIMITS.draftChars;

/** One copy of a draft, from this browser or from the server, which knows later changes. */
export interface StoredDraftCopy extends DraftPatch {
  readonly form: string;
  readonly since?: StoredDraft['since'];
  /** Fields whose base value is unknown. The stored name stays. */
  readonly untold?: readonly string[];
}
/**
 * Restores redacted bases: the current value if the revision is unchanged, otherwise null, so that the user decides.
 */
function restoreBases(
  { revision, base }: Draft,
  { untold: fieldsWithoutBase = [], ...storedCopy }: StoredDraftCopy,
): StoredDraftCopy {
  const knownBase = (field: string) => (storedCopy.revision === revision ? (base[field] ?? null) : null);
  const bases = Object.entries(storedCopy.fields).map(
    ([field, fieldPatch]) =>
      [field, fieldsWithoutBase.includes(field) ? { ...fieldPatch, base: knownBase(field) } : fieldPatch] as const,
  );
  return { ...storedCopy, fields: Object.fromEntries(bases) };
}
/** Fields the user typed in; other fields of their merge groups are stored beside them. */
export const listTypedFields = ({ entity }: Pick<FormShape, 'entity'>, fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([field, { base, mine, written: manualText }]) =>
    manualText === undefined && isSameValue(entity, field, base, mine) ? [] : [field],
  );

/** Fields of a draft that differ from the stored record and may be stored, with their merge groups. */
function unsavedFields(
  formShape: FormShape,
  permissions: EntityPermissions,
  { base }: Draft,
  { fields }: StoredDraftCopy,
): Fields {
  const allowed = Object.entries(fields).filter(
    ([field]) => formShape.fields.includes(field) && canAutosave(formShape, permissions, field),
  );
  const isCurrentValue = (field: string, value: Json) => isSameValue(formShape.entity, field, value, base[field]);
  const unsavedNames = new Set(
    allowed.flatMap(([field, { base, mine, written: manualText }]) => {
      const typed = !isSameValue(formShape.entity, field, base, mine) && !isCurrentValue(field, mine);
      return typed || (manualText !== undefined && !isCurrentValue(field, manualText)) ? [field] : [];
    }),
  );
  return Object.fromEntries(
    allowed.filter(([field]) => findMergeGroup(formShape, field).some((member) => unsavedNames.has(member))),
  );
}

/** Drafts to offer, newest first: the newer copy per form, without forms that are still open. */
export function collectDraftOffers(
  formShape: FormShape,
  permissions: EntityPermissions,
  draft: Draft,
  { storedCopies, open }: { readonly storedCopies: readonly StoredDraftCopy[]; readonly open: ReadonlySet<string> },
): readonly StoredDraft[] {
  const sorted = storedCopies.map((copy) => restoreBases(draft, copy)).sort((a, b) => b.at - a.at);
  const forms = [...new Set(sorted.map(({ form }) => form))].filter((form) => !open.has(form));
  return forms.flatMap((form) => {
    const copies = sorted.filter((copy) => copy.form === form);
    const [newest] = copies;
    const fields = newest && unsavedFields(formShape, permissions, draft, newest);
    if (newest === undefined || fields === undefined || Object.keys(fields).length === 0) return [];
    const since = copies.find((copy) => copy.since !== undefined)?.since ?? {};
    return [{ ...newest, fields, since }];
  });
}
