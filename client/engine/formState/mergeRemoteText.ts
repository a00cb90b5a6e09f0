/** Merges a remote change of a formatted text with the typed one. Loaded on demand: only a contested text needs it. */
import { stringOrEmpty } from '../../../common/json';
import type { Json } from '../../../common/entity/field';
import { mergeRichText, resolveMerge, type RichTextMerge } from '../../../common/text/richText/mergeRichText';

interface TextVersions {
  readonly base: Json;
  readonly theirs: Json;
  readonly mine: Json;
}
interface KnownMerge {
  readonly versions: readonly string[];
  readonly merge: RichTextMerge;
}
/** The merges made last: the bar at the field, the form and the dialog ask for the same one. */
const lastMerges: KnownMerge[] = [];
const MAX_KNOWN = 4;

/** Merges the versions of a formatted text by block and sentence. */
export function mergeTextVersions({ base, theirs, mine }: TextVersions): RichTextMerge {
  const versions = [base, theirs, mine].map(stringOrEmpty);
  const known = lastMerges.find((entry) => entry.versions.every((text, index) => text === versions[index]));
  if (known) return known.merge;
  const [from = '', their = '', own = ''] = versions;
  const merge = mergeRichText(from, their, own);
  lastMerges.unshift({ versions, merge });
  lastMerges.length = Math.min(lastMerges.length, MAX_KNOWN);
  return merge;
}

/** The merged text; undefined when the two changes contradict each other. */
export function mergeRemoteText(versions: TextVersions): Json | undefined {
  const html = resolveMerge(mergeTextVersions(versions), []);
  return html === '' ? null : html;
}
