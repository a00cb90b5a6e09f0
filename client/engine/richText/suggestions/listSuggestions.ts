/** Lists the open suggestions of a document: what one author changed in one place is one suggestion. */
import type { Node } from '@tiptap/pm/model';
import { parseSuggestion, type DraftSuggestion } from '../../../../common/text/richText/draftSuggestion';
import { getDeletion, getInsertion } from '../../../../common/text/richText/removeSuggestions';

export interface OpenSuggestion extends DraftSuggestion {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly deleted: string;
}

export function listSuggestions(document: Node): readonly OpenSuggestion[] {
  const found: OpenSuggestion[] = [];
  const add = (suggestion: unknown, from: number, to: number, texts: { inserted?: string; deleted?: string }) => {
    const parsed = parseSuggestion(suggestion);
    if (parsed === undefined) return;
    const { inserted = '', deleted = '' } = texts;
    const last = found.at(-1);
    if (last?.p !== parsed.p || from > last.to) found.push({ ...parsed, from, to, inserted, deleted });
    else
      found[found.length - 1] = {
        ...last,
        to: Math.max(last.to, to),
        at: Math.max(last.at, parsed.at),
        inserted: last.inserted + inserted,
        deleted: last.deleted + deleted,
      };
  };
  document.descendants((node, pos) => {
    const { text = '', nodeSize } = node;
    add(getInsertion(node), pos, pos + nodeSize, { inserted: text });
    if (node.isText && getInsertion(node) === undefined) add(getDeletion(node), pos, pos + nodeSize, { deleted: text });
  });
  return found;
}
