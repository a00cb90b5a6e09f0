/** What of a form's draft may be kept beyond it: typed values with what they were typed over, never a secret. Pure. */
import type { Json } from '../../../common/entity/field';
import { columnNamed } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { writtenFor } from '../picks';
import { groupOf, isDirty, sameValue, valueOf, type Draft, type Shape } from '../draft';
import type { EntityRights } from '../useMay';

export const isKeepable = ({ entity }: Shape, rights: EntityRights, field: string): boolean =>
  rights.readable.has(field) && rights.writable.has(field) && columnNamed(entity, field)?.sensitivity !== 'secret';

/** The fields a person would lose by leaving: those that are not kept anywhere. */
export const lostFields = (shape: Shape, rights: EntityRights, dirty: readonly string[]): readonly string[] =>
  dirty.filter((field) => !isKeepable(shape, rights, field));

type Fields = KeptPatch['fields'];
/** What of a form's text may be kept beyond it; with a field go those that merge with it, as they were when it was typed. */
export function keptFields(shape: Shape, rights: EntityRights, draft: Draft): Fields {
  const isKept = (field: string) => isKeepable(shape, rights, field);
  const said = (field: string) => isDirty(shape, draft, field) || writtenFor(draft.picks, field) !== undefined;
  const typed = new Set(shape.fields.filter((field) => said(field) && isKept(field)));
  const kept = shape.fields.filter((field) => isKept(field) && groupOf(shape, field).some((one) => typed.has(one)));
  return Object.fromEntries(
    kept.map((field) => {
      const written = writtenFor(draft.picks, field);
      const one = { base: draft.base[field] ?? null, mine: valueOf(draft, field) };
      return [field, written === undefined ? one : { ...one, written }] as const;
    }),
  );
}
export const isTooLarge = (fields: Fields): boolean => JSON.stringify(fields).length > LIMITS.draftBytes;

/** One form's draft as it was found in this browser or on the server, where it is known who changed what since. */
export interface FoundDraft extends KeptPatch {
  readonly form: string;
  readonly since?: KeptDraft['since'];
  /** Fields whose base is not known any more. */
  readonly untold?: readonly string[];
}
/** Where nothing happened since, what was typed over is what stands there; otherwise the person decides. */
function withBases({ revision, base }: Draft, { untold = [], ...found }: FoundDraft): FoundDraft {
  const known = (field: string) => (found.revision === revision ? (base[field] ?? null) : null);
  const bases = Object.entries(found.fields).map(
    ([field, one]) => [field, untold.includes(field) ? { ...one, base: known(field) } : one] as const,
  );
  return { ...found, fields: Object.fromEntries(bases) };
}
/** The fields of a kept draft somebody typed in; the others are kept beside them, for they merge as one. */
export const typedIn = ({ entity }: Pick<Shape, 'entity'>, fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([field, { base, mine, written }]) =>
    written === undefined && sameValue(entity, field, base, mine) ? [] : [field],
  );

/** What a draft still says: fields that may be kept and are not stored already, with those that merge with them. */
function stillSaid(shape: Shape, rights: EntityRights, { base }: Draft, { fields }: FoundDraft): Fields {
  const allowed = Object.entries(fields).filter(
    ([field]) => shape.fields.includes(field) && isKeepable(shape, rights, field),
  );
  const isNow = (field: string, value: Json) => sameValue(shape.entity, field, value, base[field]);
  const said = new Set(
    allowed.flatMap(([field, { base: over, mine, written }]) => {
      const typed = !sameValue(shape.entity, field, over, mine) && !isNow(field, mine);
      return typed || (written !== undefined && !isNow(field, written)) ? [field] : [];
    }),
  );
  return Object.fromEntries(allowed.filter(([field]) => groupOf(shape, field).some((one) => said.has(one))));
}

/** What is offered again, the newest first: of each form the newer of its two copies, without those whose form is open. */
export function offersOf(
  shape: Shape,
  rights: EntityRights,
  draft: Draft,
  { found, open }: { readonly found: readonly FoundDraft[]; readonly open: ReadonlySet<string> },
): readonly KeptDraft[] {
  const sorted = found.map((one) => withBases(draft, one)).sort((a, b) => b.at - a.at);
  const forms = [...new Set(sorted.map(({ form }) => form))].filter((form) => !open.has(form));
  return forms.flatMap((form) => {
    const copies = sorted.filter((one) => one.form === form);
    const [newest] = copies;
    const fields = newest && stillSaid(shape, rights, draft, newest);
    if (newest === undefined || fields === undefined || Object.keys(fields).length === 0) return [];
    const since = copies.find((one) => one.since !== undefined)?.since ?? {};
    return [{ ...newest, fields, since }];
  });
}
