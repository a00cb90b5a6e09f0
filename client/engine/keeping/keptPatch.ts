/** What of a form's draft may be kept beyond it: typed values with what they were typed over, never a secret. Pure. */
import { columnNamed } from '../../../common/entity/meta';
import { LIMITS } from '../../../common/limits';
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { isDirty, sameValue, valueOf, type Draft, type Shape } from '../draft';
import type { EntityRights } from '../useMay';

export const isKeepable = ({ entity }: Shape, rights: EntityRights, field: string): boolean =>
  rights.readable.has(field) && rights.writable.has(field) && columnNamed(entity, field)?.sensitivity !== 'secret';

/** The fields a person would lose by leaving: those that are not kept anywhere. */
export const lostFields = (shape: Shape, rights: EntityRights, dirty: readonly string[]): readonly string[] =>
  dirty.filter((field) => !isKeepable(shape, rights, field));

type Fields = KeptPatch['fields'];
/** What of a form's text may be kept beyond it. */
export function keptFields(shape: Shape, rights: EntityRights, draft: Draft): Fields {
  const typed = shape.fields.filter((field) => isDirty(shape, draft, field) && isKeepable(shape, rights, field));
  return Object.fromEntries(
    typed.map((field) => [field, { base: draft.base[field] ?? null, mine: valueOf(draft, field) }] as const),
  );
}
export const isTooLarge = (fields: Fields): boolean => JSON.stringify(fields).length > LIMITS.draftBytes;

/** One form's draft as it was found in this browser or on the server, where it is known who changed what since. */
export interface FoundDraft extends KeptPatch {
  readonly form: string;
  readonly since?: KeptDraft['since'];
}
/** What a draft still says: fields that may be kept and are not stored already. */
function stillSaid(shape: Shape, rights: EntityRights, { base }: Draft, { fields }: FoundDraft): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([field, { mine }]) =>
        shape.fields.includes(field) &&
        isKeepable(shape, rights, field) &&
        !sameValue(shape.entity, field, mine, base[field]),
    ),
  );
}

/** What is offered again, the newest first: of each form the newer of its two copies, without those whose form is open. */
export function offersOf(
  shape: Shape,
  rights: EntityRights,
  draft: Draft,
  { found, open }: { readonly found: readonly FoundDraft[]; readonly open: ReadonlySet<string> },
): readonly KeptDraft[] {
  const sorted = [...found].sort((a, b) => b.at - a.at);
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
