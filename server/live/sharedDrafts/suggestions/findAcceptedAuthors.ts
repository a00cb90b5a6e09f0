/** Finds whose suggestions an update of an editor accepted: suggested text that stays in the draft, or text that was suggested to be deleted and is gone. */
import type { Node } from '@tiptap/pm/model';
import { parseSuggestion } from '../../../../common/text/richText/draftSuggestion';
import { getDeletion, getInsertion } from '../../../../common/text/richText/removeSuggestions';
import type { DecidedAuthor } from '../people/draftWriters';
import { listSuggestions, removeSuggestions } from './suggestions';

type Kind = 'insertion' | 'deletion' | 'block';
/** A part of a suggestion: a text, or a block that starts at a suggested line break. */
interface SuggestedPart {
  readonly suggestion: unknown;
  readonly kind: Kind;
  readonly text: string;
}

/** What a node itself suggests; the parts of its children are not among it. */
function readParts(node: Node): readonly SuggestedPart[] {
  const [inserted, deleted, text] = [getInsertion(node), getDeletion(node), node.text ?? ''];
  const parts: SuggestedPart[] = [];
  if (typeof inserted === 'string')
    parts.push({ suggestion: inserted, kind: node.isText ? 'insertion' : 'block', text });
  if (typeof deleted === 'string') parts.push({ suggestion: deleted, kind: 'deletion', text });
  return parts;
}
function listParts(document: Node): readonly SuggestedPart[] {
  const parts: SuggestedPart[] = [];
  document.descendants((node) => {
    parts.push(...readParts(node));
    return listSuggestions(node).size > 0;
  });
  return parts;
}
/** The parts of `before` that `after` does not have. */
function listDecided(before: Node, after: Node): readonly SuggestedPart[] {
  const remaining = listParts(after).map((part) => JSON.stringify(part));
  return listParts(before).filter((part) => {
    const index = remaining.indexOf(JSON.stringify(part));
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
}

const LINE_BREAK = '\n';
/** The text without any suggestions. */
const getText = (document: Node): string => {
  const text = removeSuggestions(document);
  return text.textBetween(0, text.content.size, LINE_BREAK);
};
const countParts = (text: string, part: string): number => text.split(part).length;

function isAccepted({ kind, text }: SuggestedPart, before: string, after: string): boolean {
  const part = kind === 'block' ? LINE_BREAK : text;
  const difference = countParts(after, part) - countParts(before, part);
  return kind === 'deletion' ? difference < 0 : difference > 0;
}

/**
 * The authors of accepted suggestions, each once. A suggestion is rejected when the text without suggestions is as it was. With the two documents
 * swapped it finds those whose acceptance the update undoes.
 * @param before The document before the update of the editor.
 * @param after The document with that update.
 */
export function findAcceptedAuthors(before: Node, after: Node): readonly DecidedAuthor[] {
  const decided = listDecided(before, after);
  if (decided.length === 0) return [];
  const [textBefore, textAfter] = [getText(before), getText(after)];
  const authors = new Map<string, DecidedAuthor>();
  for (const part of decided) {
    const author = parseSuggestion(part.suggestion);
    if (!author || !isAccepted(part, textBefore, textAfter)) continue;
    const { p, name } = author;
    const count = (authors.get(p)?.count ?? 0) + Math.max(1, part.text.length);
    authors.set(p, { p, name, count });
  }
  return [...authors.values()];
}
