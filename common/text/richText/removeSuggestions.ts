/**
 * The text of a shared draft without its suggestions. Works on ProseMirror documents through the few members named here, because `common`
 * uses no library: server and client pass the functions that make nodes.
 */
import { DELETION, INSERTION, parseSuggestion, SUGGESTION_ATTRIBUTE } from './draftSuggestion';

interface DraftMark {
  readonly type: { readonly name: string };
  readonly attrs: Readonly<Record<string, unknown>>;
}
/** The members of a ProseMirror node that are read here. */
export interface DraftNode<N> {
  readonly isText: boolean;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly DraftMark[];
  readonly childCount: number;
  readonly child: (index: number) => N;
}
/** Makes changed copies of nodes. */
export interface NodeTools<N> {
  /** The text without the marks for which the function returns false. */
  readonly filterMarks: (text: N, isKept: (mark: DraftMark) => boolean) => N;
  readonly replaceChildren: (node: N, attrs: Readonly<Record<string, unknown>>, children: readonly N[]) => N;
}
/** Removes the suggestions of one author, or all of them. */
export type RemoveSuggestions<N> = (document: N, author?: string) => N;

/** The suggestion that a text or paragraph carries as inserted. */
export const getInsertion = ({ isText, marks, attrs }: Omit<DraftNode<unknown>, 'child' | 'childCount'>): unknown =>
  isText ? marks.find(({ type }) => type.name === INSERTION)?.attrs[SUGGESTION_ATTRIBUTE] : attrs[SUGGESTION_ATTRIBUTE];
/** The suggestion to delete a text. */
export const getDeletion = ({ marks }: Pick<DraftNode<unknown>, 'marks'>): unknown =>
  marks.find(({ type }) => type.name === DELETION)?.attrs[SUGGESTION_ATTRIBUTE];

const getChildren = <N>({ childCount, child }: DraftNode<N>, node: DraftNode<N>): readonly N[] =>
  Array.from({ length: childCount }, (_, index) => child.call(node, index));

/** Makes the function; it remembers results, so that a document in which little changed costs little. */
export function createRemoveSuggestions<N extends DraftNode<N>>(tools: NodeTools<N>): RemoveSuggestions<N> {
  const byAuthor = new Map<string | undefined, WeakMap<N, N | 'removed'>>();

  const getCache = (author: string | undefined) => {
    const cache = byAuthor.get(author) ?? new WeakMap<N, N | 'removed'>();
    byAuthor.set(author, cache);
    return cache;
  };
  const isBy = (suggestion: unknown, author: string | undefined) =>
    suggestion !== undefined &&
    suggestion !== null &&
    (author === undefined || parseSuggestion(suggestion)?.p === author);

  function removeFromText(text: N, author: string | undefined): N | 'removed' {
    if (isBy(getInsertion(text), author)) return 'removed';
    if (!isBy(getDeletion(text), author)) return text;
    return tools.filterMarks(text, ({ type }) => type.name !== DELETION);
  }
  const emptied = (node: N): N => tools.replaceChildren(node, { ...node.attrs, [SUGGESTION_ATTRIBUTE]: null }, []);
  function removeFromNode(node: N, author: string | undefined): N | 'removed' {
    const children = getChildren(node, node);
    const results = children.map((child) => remove(child, author));
    const kept = results.filter((result): result is N => result !== 'removed');
    const isSuggested = isBy(getInsertion(node), author);
    if (isSuggested && kept.length === 0) return 'removed';
    const isUnchanged = !isSuggested && results.every((result, index) => result === children[index]);
    if (isUnchanged) return node;
    const [first] = children;
    // what holds paragraphs keeps one
    const all = kept.length === 0 && first !== undefined && !first.isText ? [emptied(first)] : kept;
    const attrs = isSuggested ? { ...node.attrs, [SUGGESTION_ATTRIBUTE]: null } : node.attrs;
    return tools.replaceChildren(node, attrs, all);
  }
  function remove(node: N, author: string | undefined): N | 'removed' {
    const cache = getCache(author);
    const known = cache.get(node);
    if (known !== undefined) return known;
    const result = node.isText ? removeFromText(node, author) : removeFromNode(node, author);
    cache.set(node, result);
    return result;
  }
  return (document, author) => {
    const result = remove(document, author);
    return result === 'removed' ? emptied(document) : result;
  };
}
