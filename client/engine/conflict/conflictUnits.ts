/** Conflict units of a draft, and the values of their resolutions. */
import { stringOrEmpty } from '../../../common/json';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import type { WireRow } from '../../../common/entity/projectRow';
import {
  findMergeGroup,
  isGroupDirty,
  isWritable,
  mergeGroupKey,
  currentValue,
  type Draft,
  type RemoteChange,
  type FormShape,
} from '../formState/draft';
import type { Resolution } from '../formState/resolutions';
import type { RichTextMerge } from '../../../common/text/richText/mergeRichText';
import { resolveMerge } from '../../../common/text/richText/mergeRichText';
import { mergeTextVersions } from '../formState/mergeRemoteText';
import { mergeTexts } from './mergeTexts';

export interface ConflictField {
  readonly field: string;
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
  readonly remoteChange: RemoteChange | undefined;
}
/** One field, or a merge group. */
export interface ConflictUnit {
  readonly key: string;
  readonly members: readonly ConflictField[];
  /** Why there is no choice. */
  readonly fixedReason: 'locked' | 'hidden' | null;
  /** The result may be typed by hand. */
  readonly isText: boolean;
  /** Of a formatted text: its contested blocks. */
  readonly merge: RichTextMerge | null;
}

function conflictField(draft: Draft, field: string): ConflictField {
  const remoteChange = draft.conflicts[field];
  const storedValue = draft.base[field] ?? null;
  return {
    field,
    base: remoteChange?.base ?? storedValue,
    theirs: remoteChange ? remoteChange.theirs : storedValue,
    mine: currentValue(draft, field),
    remoteChange,
  };
}

function createUnit(
  formShape: FormShape,
  draft: Draft,
  [key, fields]: readonly [string, readonly string[]],
): ConflictUnit {
  const members = fields.map((field) => conflictField(draft, field));
  const locked = members.some(({ field, remoteChange }) => !remoteChange?.hidden && !isWritable(formShape, field));
  const hidden = members.some(({ remoteChange }) => remoteChange?.hidden);
  const [first] = fields;
  const kind = first === undefined ? undefined : findColumn(formShape.entity, first)?.kind;
  const isFree = members.length === 1 && !locked && !hidden;
  const [member] = members;
  return {
    key,
    members,
    fixedReason: locked ? 'locked' : hidden && members.length === 1 ? 'hidden' : null,
    isText: isFree && kind === 'text',
    merge: isFree && kind === 'rich_text' && member ? mergeTextVersions(member) : null,
  };
}

/**
 * Units in form order; fields outside the form come last. `decidedKeys`: units with a resolution stay until they are
 * saved, even if a third change removed the conflict, so that no choice or typed result is lost.
 */
export function conflictUnits(
  formShape: FormShape,
  draft: Draft,
  decidedKeys: readonly string[] = [],
): readonly ConflictUnit[] {
  const contestedFields = [...Object.keys(draft.conflicts), ...decidedKeys.flatMap((key) => key.split(','))];
  const ordered = [...new Set([...formShape.fields, ...contestedFields])].filter((field) =>
    contestedFields.includes(field),
  );
  const groups = ordered.map((field): [string, readonly string[]] => {
    const group = findMergeGroup(formShape, field);
    const involved = group.filter((member) => member in draft.conflicts || isGroupDirty(formShape, draft, member));
    return [mergeGroupKey(formShape, field), involved.length > 0 ? involved : group];
  });
  return [...new Map(groups)].map((group) => createUnit(formShape, draft, group));
}

/** Serializes the sides of a unit. */
export const serializeSides = ({ members }: ConflictUnit): string =>
  JSON.stringify(members.map(({ field, base, theirs, mine }) => [field, base, theirs, mine]));

/** The resolution of a unit; undefined while the user has not chosen one. A unit without alternatives and a text that merges automatically have one. */
export function resolutionFor(
  { key, fixedReason, merge }: ConflictUnit,
  resolutions: Readonly<Record<string, Resolution>>,
): Resolution | undefined {
  if (fixedReason) return { side: 'theirs', text: '' };
  return resolutions[key] ?? (merge?.conflicts.length === 0 ? { side: 'blocks', text: '', blocks: [] } : undefined);
}

/** Whether a unit has a value to save: every contested block of a formatted text is decided. */
export function isDecided({ merge }: ConflictUnit, resolution: Resolution | undefined): boolean {
  if (resolution?.side !== 'blocks') return resolution !== undefined;
  return merge === null || resolveMerge(merge, resolution.blocks ?? []) !== undefined;
}

/** The choices that a unit still needs: one for each contested block of a formatted text that is not decided, else one or none. */
export function countOpenChoices(unit: ConflictUnit, resolution: Resolution | undefined): number {
  if (isDecided(unit, resolution)) return 0;
  const blocks = resolution?.side === 'blocks' ? (resolution.blocks ?? []) : [];
  const open = (unit.merge?.conflicts ?? []).filter((_conflict, index) => (blocks[index] ?? null) === null);
  return Math.max(1, open.length);
}

/** The resolved value of a field. */
export function computeResolvedValue(
  { base, theirs, mine }: ConflictField,
  { side, text, blocks = [] }: Resolution,
): Json {
  if (side === 'theirs') return theirs;
  if (side === 'blocks') {
    const html = resolveMerge(mergeTextVersions({ base, theirs, mine }), blocks);
    return html === undefined || html === '' ? null : html;
  }
  if (side === 'mine') return mine;
  return side === 'own' ? text : mergeTexts(stringOrEmpty(base), stringOrEmpty(theirs), stringOrEmpty(mine));
}

/** The values to save. Every unit is decided. */
export const computeResolvedValues = (
  units: readonly ConflictUnit[],
  resolutions: Readonly<Record<string, Resolution>>,
): WireRow =>
  Object.fromEntries(
    units.flatMap((unit) =>
      unit.members
        .filter(({ remoteChange }) => !remoteChange?.hidden)
        .flatMap((member) => {
          const resolution = resolutionFor(unit, resolutions);
          return resolution ? [[member.field, computeResolvedValue(member, resolution)] as const] : [];
        }),
    ),
  );
