/** Undo in a shared draft takes back the own change of a block, and leaves what others typed in it. */
import { afterEach, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { applyUpdate, Doc } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { htmlToDocument } from '../editorContent';
import { viewExtensions } from '../extensions';
import { createDraftCursors } from './draftCursors';
import { sharedExtensions } from './sharedExtensions';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(doc: Doc): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [
      ...viewExtensions((path) => path, false),
      ...sharedExtensions(
        doc,
        createDraftCursors(() => undefined),
      ),
    ],
    content: htmlToDocument(''),
    injectCSS: false,
  });
  editors.push(editor);
  return editor;
}
/** Two editors that have each other's changes at once. */
function openTwo() {
  const docs = [new Doc(), new Doc()] as const;
  const [first, second] = docs;
  first.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') applyUpdate(second, update, 'remote');
  });
  second.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') applyUpdate(first, update, 'remote');
  });
  const [anna, ben] = [open(first), open(second)];
  anna.commands.insertContent('One sentence');
  return { anna, ben, text: () => first.getXmlFragment(DRAFT_FRAGMENT).toJSON() };
}

it.each([
  ['a heading', (editor: Editor) => editor.commands.setHeading({ level: 2 })],
  ['a list', (editor: Editor) => editor.commands.toggleBulletList()],
  ['a quote', (editor: Editor) => editor.commands.toggleBlockquote()],
])('the text of the other person stays when %s is taken back', async (_name, changeBlock) => {
  const { anna, ben, text } = openTwo();
  await new Promise((resolve) => setTimeout(resolve, 600));
  changeBlock(anna);
  let last = 0;
  ben.state.doc.descendants((node, position) => {
    if (node.isText) last = position + node.nodeSize;
  });
  ben.view.dispatch(ben.state.tr.insertText(' BBB', last));
  anna.commands.undo();
  expect(text()).toContain('<paragraph>One sentence</paragraph>');
  expect(text()).toContain('BBB');
  expect(ben.state.doc.textContent).toContain('BBB');
});

/** Where a text of an editor ends. */
function endOf({ state }: Editor): number {
  let last = 0;
  state.doc.descendants((node, position) => {
    if (node.isText) last = position + node.nodeSize;
  });
  return last;
}
it.each([
  ['a heading', (editor: Editor) => editor.commands.setHeading({ level: 2 })],
  [
    'two paragraphs',
    (editor: Editor) => {
      editor.commands.setTextSelection(4);
      return editor.commands.splitBlock();
    },
  ],
])('undo is not available for a step whose text somebody else made %s', (_name, changeBlock) => {
  const { anna, ben, text } = openTwo();
  expect(ben.can().undo()).toBe(false);
  ben.view.dispatch(ben.state.tr.insertText(' BBB', endOf(ben)));
  expect(ben.can().undo()).toBe(true);
  changeBlock(anna);
  const changed = text();
  expect(changed).toContain('BBB');
  expect(ben.can().undo()).toBe(false);
  expect(ben.commands.undo()).toBe(false);
  expect(text()).toBe(changed);
  ben.view.dispatch(ben.state.tr.insertText(' CCC', endOf(ben)));
  expect(ben.can().undo()).toBe(true);
  ben.commands.undo();
  expect(text()).toBe(changed);
});
