/** Editor extensions for a shared draft: its text, undo of own steps only, and the cursors and selections of other people. */
import { Extension, type Extensions } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import type { Plugin } from '@tiptap/pm/state';
import { yCursorPlugin, yUndoPluginKey } from '@tiptap/y-tiptap';
import { createRelativePositionFromJSON, type Doc, type UndoManager } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { createCaretExtension, isInText } from './caret/caretExtension';
import type { DraftCursors } from './draftCursors';
import { exactTextExtension } from './exactTextExtension';
import { hasUndoableStep } from './hasUndoableStep';

/** Pixels from the cursor to its name, as in the styles of the editor. */
const NAME_LEFT = -1;

interface CursorUser {
  readonly name: string;
  readonly color: string;
}
/** Moves the name of a cursor into the text: to the left as far as it would leave it at the right, and below the cursor in the first line. */
export function keepNameInText(label: HTMLElement): void {
  const text = label.closest('.ProseMirror');
  if (text === null) return;
  Object.assign(label.style, { left: '', top: '', bottom: '' });
  const [name, box] = [label.getBoundingClientRect(), text.getBoundingClientRect()];
  if (name.top < box.top) Object.assign(label.style, { top: '1.2em', bottom: 'auto' });
  const excess = name.right - box.right;
  if (excess > 0) label.style.left = `${NAME_LEFT - excess}px`;
}
/** The cursor of somebody else with the name above it. Styles are set as properties: the page policy refuses style attributes. */
function createCursor({ name, color }: CursorUser): HTMLElement {
  const cursor = document.createElement('span');
  cursor.className = 'shared-cursor';
  cursor.style.borderColor = color;
  const label = document.createElement('span');
  label.className = 'shared-cursor-name';
  label.style.backgroundColor = color;
  label.textContent = name;
  label.ariaHidden = 'true';
  cursor.append('\u2060', label, '\u2060');
  // the editor shows it after this function
  requestAnimationFrame(() => keepNameInText(label));
  return cursor;
}

type Awareness = Parameters<typeof yCursorPlugin>[0];
interface CursorState {
  readonly cursor?: { readonly head: unknown } | null;
}
/** Whether a caret is shown: the caret of somebody whose block was written again has no place until that person sends the next one. */
export const isShownCaret = (doc: Doc, { cursor }: CursorState): boolean =>
  cursor == null || isInText(doc, createRelativePositionFromJSON(cursor.head));
const createCursorExtension = (doc: Doc, { awareness }: DraftCursors) =>
  Extension.create({
    name: 'sharedCursors',
    priority: 999,
    addProseMirrorPlugins: (): Plugin[] => [
      // the plugin uses only the members that `DraftCursors` has
      yCursorPlugin(awareness as unknown as Awareness, {
        cursorBuilder: createCursor,
        awarenessStateFilter: (own: number, other: number, state: CursorState) =>
          own !== other && isShownCaret(doc, state),
      }) as Plugin,
    ],
  });

/** Undo deletes no block in which somebody else typed: the server moves this text to the block that undo restores. */
const PROTECTED_BLOCKS = new Set([
  ...['paragraph', 'heading', 'blockquote', 'codeBlock', 'bulletList', 'orderedList', 'listItem'],
  ...['table', 'tableRow', 'tableHeader', 'tableCell', 'figure', 'figcaption'],
]);

/** Undo is available only while a step can be taken back. */
const SharedHistory = Collaboration.extend({
  addCommands() {
    const commands = this.parent?.() ?? {};
    const { undo } = commands;
    return {
      ...commands,
      undo: () => (props) => {
        const history = yUndoPluginKey.getState(props.state) as { readonly undoManager: UndoManager } | undefined;
        const isAvailable = history !== undefined && hasUndoableStep(history.undoManager);
        return isAvailable && undo !== undefined && undo()(props);
      },
    };
  },
});

export const sharedExtensions = (doc: Doc, cursors: DraftCursors): Extensions => [
  SharedHistory.configure({
    document: doc,
    field: DRAFT_FRAGMENT,
    yUndoOptions: { protectedNodes: PROTECTED_BLOCKS },
  }),
  createCursorExtension(doc, cursors),
  createCaretExtension(doc),
  exactTextExtension,
];
