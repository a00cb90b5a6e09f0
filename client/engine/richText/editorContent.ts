/** Converts between stored HTML and the editor document, through the allow-list, and handles pasted HTML. */
import { getHTMLFromFragment, getSchema, isNodeEmpty, type Editor } from '@tiptap/core';
import { DOMParser, Fragment, Slice, type Node, type Schema } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { editorExtensions } from './extensions';
import { limitAttributes } from './limitAttributes';
import { sanitizeHtml, type SanitizeOptions } from './sanitizeHtml';

function parseDocument(schema: Schema, html: string): Node {
  const parsed = DOMParser.fromSchema(schema).parse(sanitizeHtml(html));
  return parsed.copy(limitAttributes(parsed.content));
}
/** HTML as a document object: the editor itself would parse HTML, which the page policy refuses. */
export const htmlToDocument = (html: string): object =>
  parseDocument(getSchema(editorExtensions), html).toJSON() as object;
/** The HTML that the editor gives for a stored text while nobody has changed it. */
export function normalizeHtml(schema: Schema, html: string): string {
  const document = parseDocument(schema, html);
  return isNodeEmpty(document) ? '' : getHTMLFromFragment(document.content, schema);
}
/** An empty document becomes an empty text. */
export const documentToHtml = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

/** Makes the new document from the current one and that of a text. */
type Combine = (current: Node, next: Node) => Node;
/** Replaces the content without taking the focus; the caret stays about where it was. `isUndoable`: as an edit of this user. */
export function replaceContent(
  editor: Editor,
  html: string,
  combine: Combine = (_current, next) => next,
  isUndoable = false,
): void {
  const { state, view, schema } = editor;
  const next = combine(state.doc, parseDocument(schema, html));
  if (next.eq(state.doc)) return;
  const change = state.tr.replaceWith(0, state.doc.content.size, next.content);
  if (!isUndoable) change.setMeta('addToHistory', false);
  const place = change.doc.resolve(Math.min(state.selection.from, change.doc.content.size));
  view.dispatch(change.setSelection(TextSelection.near(place)).setMeta('preventUpdate', true));
}

const inCode = (view: EditorView) => view.state.selection.$from.parent.type.spec.code === true;
const toLines = (content: Fragment): readonly string[] =>
  content
    .textBetween(0, content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : ''))
    .split('\n')
    .filter((line) => line.trim() !== '');
/** The text of a fragment as paragraphs. */
const toParagraphs = (content: Fragment, schema: Schema): Fragment =>
  Fragment.fromArray(
    toLines(content).flatMap((line) => schema.nodes['paragraph']?.create(null, schema.text(line)) ?? []),
  );

/** Bytes of a text at most: a save sends the new text and the earlier one, with what else the record has. */
export const MAX_TEXT_BYTES = 500 * 1024;
/** Positions of a document that cannot be too large. */
const SMALL_DOCUMENT = 10_000;
const countBytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).byteLength;
/** Whether a document is too large to be saved. */
const isTooLarge = ({ content, type }: Node): boolean =>
  content.size > SMALL_DOCUMENT && countBytes(getHTMLFromFragment(content, type.schema)) > MAX_TEXT_BYTES;
/** Whether the text of an editor would be too large with a pasted plain text. */
export const isTooLargeWith = ({ state }: EditorView, text: string): boolean =>
  text.length > SMALL_DOCUMENT && isTooLarge(state.tr.insertText(text).doc);

export interface PasteHtmlOptions extends SanitizeOptions {
  /** Called instead of pasting what would make the text too large. */
  readonly onTooLarge?: () => void;
  /** Pastes paragraphs of plain text. */
  readonly asText?: boolean;
}
/** Sanitizes and inserts foreign HTML. Returns false when the editor should paste plain text itself. */
export function pasteHtml(view: EditorView, html: string, options?: PasteHtmlOptions): boolean {
  if (html === '' || inCode(view)) return false;
  const { schema } = view.state;
  const { content } = DOMParser.fromSchema(schema).parseSlice(sanitizeHtml(html, options));
  const slice = Slice.maxOpen(options?.asText === true ? toParagraphs(content, schema) : limitAttributes(content));
  const change = view.state.tr.replaceSelection(slice);
  if (slice.size > 0 && isTooLarge(change.doc)) options?.onTooLarge?.();
  else view.dispatch(change.scrollIntoView().setMeta('paste', true));
  return true;
}
/** Puts the caret at the drop position. */
export function moveCaretTo(view: EditorView, at: { readonly clientX: number; readonly clientY: number }): void {
  const place = view.posAtCoords({ left: at.clientX, top: at.clientY });
  if (place) view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(place.pos))));
}
