/**
 * Merges formatted texts that the caller and others changed since the caller read them, by block and by sentence. A text without a
 * contradiction counts as if the caller had read the stored value; any other stays a conflict, which then names its blocks.
 */
import type { Json } from '../../../../../common/entity/field';
import type { Column, StoredRow } from '../../../../../common/entity/columns';
import { LIMITS } from '../../../../../common/limits';
import type { FieldConflict, RemoteFieldChange } from '../../../../../common/protocol/liveEvents';
import {
  mergeRichText,
  proposeMerge,
  resolveMerge,
  type RichTextMerge,
} from '../../../../../common/text/richText/mergeRichText';
import { utf8Length } from '../../../../../common/text/normalize';
import { readBaseHash, sha256Hex, toSeconds, type MergeInput } from '../merge';
import { sanitizeRichText } from '../richText';

export interface MergedTexts {
  readonly mine: StoredRow;
  readonly base: MergeInput['base'];
  /** Changes of others that the merged texts contain. */
  readonly merged: readonly RemoteFieldChange[];
  /** Contested texts by field. */
  readonly contested: ReadonlyMap<string, RichTextMerge>;
}

const getText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The text that the caller read; undefined when that is unknown: it sent a hash that the history does not have, or a text that cannot be stored. */
function findBaseText({ base, since }: MergeInput, field: string): string | undefined {
  const value = base[field];
  if (value === undefined) return undefined;
  const hash = readBaseHash(value);
  const before = getText(since.get(field)?.before);
  if (hash !== undefined && hash === sha256Hex(before)) return before;
  if (hash !== undefined || (value !== null && typeof value !== 'string')) return undefined;
  const { html, hasLoss } = sanitizeRichText(getText(value));
  return hasLoss ? undefined : html;
}

/** Texts that the caller may read and that no merge group binds to other fields. */
function isMergeable({ entity, readable, mine }: MergeInput, field: string, column: Column | undefined): boolean {
  const isGrouped = entity.spec.mergeGroups?.some((group) => group.includes(field)) ?? false;
  return (
    column?.kind === 'rich_text' && column.sensitivity !== 'secret' && !isGrouped && field in readable && field in mine
  );
}

/** The merged text in its stored form; undefined when storing it would change or refuse it. */
function toStorableText(merge: RichTextMerge, column: Column): string | null | undefined {
  const html = resolveMerge(merge, []);
  if (html === undefined || sanitizeRichText(html).html !== html || utf8Length(html) > LIMITS.richTextBytes)
    return undefined;
  return html === '' ? (column.options.required ? undefined : null) : html;
}

/** Merges the formatted texts of an edit. */
export function mergeFormattedTexts(input: MergeInput): MergedTexts {
  const [mergedMine, mergedBase] = [{ ...input.mine }, { ...input.base }];
  const merged: RemoteFieldChange[] = [];
  const contested = new Map<string, RichTextMerge>();
  for (const [field, column] of input.columns) {
    if (!isMergeable(input, field, column)) continue;
    const [base, theirs, mine] = [
      findBaseText(input, field),
      getText(input.current[field]),
      getText(input.mine[field]),
    ];
    if (base === undefined || base === theirs || mine === theirs) continue;
    const merge = mergeRichText(base, theirs, mine);
    const html = toStorableText(merge, column);
    if (html === undefined) {
      contested.set(field, merge);
      continue;
    }
    const since = input.since.get(field);
    merged.push({ field, before: base, theirs, by: since?.by ?? null, at: toSeconds(since) });
    [mergedMine[field], mergedBase[field]] = [html, input.readable[field] ?? null];
  }
  return { mine: mergedMine, base: mergedBase, merged, contested };
}

/** A conflict with the contested blocks of its text, and the text that holds everything both wrote. */
export function addContestedBlocks(conflict: FieldConflict, contested: MergedTexts['contested']): FieldConflict {
  const merge = contested.get(conflict.field);
  if (merge === undefined || merge.conflicts.length === 0) return conflict;
  const blocks = merge.conflicts.map(({ base, theirs, mine }) => ({ base, theirs, mine }));
  return { ...conflict, blocks, proposal: sanitizeRichText(proposeMerge(merge)).html };
}
