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
/** `offered`: an earlier draft nobody decided about yet; what is typed now stands over it. */
export function keptFields(shape: Shape, rights: EntityRights, draft: Draft, offered: Fields = {}): Fields {
  const typed = shape.fields.filter((field) => isDirty(shape, draft, field) && isKeepable(shape, rights, field));
  const own = typed.map((field) => [field, { base: draft.base[field] ?? null, mine: valueOf(draft, field) }] as const);
  return { ...offered, ...Object.fromEntries(own) };
}
export const isTooLarge = (fields: Fields): boolean => JSON.stringify(fields).length > LIMITS.draftBytes;

/** The newer of two drafts as far as it still says anything: fields that may be kept and are not stored already. */
export function offerOf(
  shape: Shape,
  rights: EntityRights,
  { base }: Draft,
  drafts: readonly (KeptPatch | KeptDraft | null | undefined)[],
): KeptDraft | null {
  const known = drafts.filter((one) => one !== null && one !== undefined).sort((a, b) => b.at - a.at);
  const [newest] = known;
  if (newest === undefined) return null;
  const fields = Object.fromEntries(
    Object.entries(newest.fields).filter(
      ([field, { mine }]) =>
        shape.fields.includes(field) &&
        isKeepable(shape, rights, field) &&
        !sameValue(shape.entity, field, mine, base[field]),
    ),
  );
  if (Object.keys(fields).length === 0) return null;
  const since = known.flatMap((one) => ('since' in one ? [one.since] : []))[0] ?? {};
  return { ...newest, fields, since };
}
