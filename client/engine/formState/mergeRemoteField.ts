/** Applies one field of an arriving version to a draft. */
import type { Json } from '../../../common/entity/field';
import {
  omitKeys,
  isGroupDirty,
  isWritable,
  isSameValue,
  type RemoteVersion,
  type Draft,
  type RemoteChange,
  type FormShape,
} from './draft';

export const setBase = (draft: Draft, field: string, value: Json): Draft => ({
  ...draft,
  base: { ...draft.base, [field]: value },
});

/** Accepts a value: shown from now on, without conflict. */
export function acceptValue(draft: Draft, field: string, value: Json): Draft {
  return {
    ...setBase(draft, field, value),
    mine: omitKeys(draft.mine, field),
    conflicts: omitKeys(draft.conflicts, field),
    waiting: omitKeys(draft.waiting, field),
  };
}

const isOwnChange = ({ isOwnPage, fields }: RemoteVersion, field: string) =>
  isOwnPage === true && fields?.includes(field) === true;
/** Own changes are not conflicts: typed text stays over the value the user just stored. */
const rebase = (draft: Draft, field: string, value: Json): Draft => ({
  ...setBase(draft, field, value),
  conflicts: omitKeys(draft.conflicts, field),
  waiting: omitKeys(draft.waiting, field),
});

/** Records whether the stored value of a field comes from this user. */
export const markStoredBy = (draft: Draft, field: string, isSelf: boolean): Draft => ({
  ...draft,
  stored: isSelf ? { ...draft.stored, [field]: true } : omitKeys(draft.stored, field),
});

/** Merges a remote change of one field into the form: takes it over, holds it back or records a conflict. */
export function mergeRemoteField(
  formShape: FormShape,
  current: Draft,
  field: string,
  remoteValue: Json,
  remoteVersion: RemoteVersion,
): Draft {
  const base = current.base[field] ?? null;
  const isSame = (a: Json | undefined, b: Json | undefined) => isSameValue(formShape.entity, field, a, b);
  if (isSame(remoteValue, base)) return rebase(current, field, base);
  const draft = markStoredBy(current, field, isOwnChange(remoteVersion, field));
  if (isSame(draft.mine[field], remoteValue) && field in draft.mine) return acceptValue(draft, field, remoteValue);
  if (isOwnChange(remoteVersion, field) && isGroupDirty(formShape, draft, field))
    return rebase(draft, field, remoteValue);
  const openConflict = draft.conflicts[field];
  if (openConflict !== undefined && openConflict.hidden === undefined && isSame(openConflict.theirs, remoteValue))
    return draft;
  const { at, fields } = remoteVersion;
  const by = fields === undefined || fields.includes(field) ? remoteVersion.by : null;
  const remoteChange: RemoteChange = { base, theirs: remoteValue, by, at };
  if (isGroupDirty(formShape, draft, field))
    return { ...draft, conflicts: { ...draft.conflicts, [field]: remoteChange } };
  if (draft.focused === field && isWritable(formShape, field))
    return { ...draft, waiting: { ...draft.waiting, [field]: remoteChange } };
  return { ...acceptValue(draft, field, remoteValue), highlights: { ...draft.highlights, [field]: { by, at } } };
}
