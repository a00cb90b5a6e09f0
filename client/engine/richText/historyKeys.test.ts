/** The keys of undo and redo in both editors: that of one person, and that of a shared draft. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor, type Extensions } from '@tiptap/core';
import { Doc } from 'yjs';
import { htmlToDocument } from './editorContent';
import { viewExtensions } from './extensions';
import { createDraftCursors } from './sharedDraft/draftCursors';
import { sharedExtensions } from './sharedDraft/sharedExtensions';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
function open(extensions: Extensions): Editor {
  const element = document.createElement('div');
  const editor = new Editor({ element, extensions, content: htmlToDocument(''), injectCSS: false });
  editors.push(editor);
  editor.commands.insertContent('One');
  return editor;
}
const openAlone = () => open(viewExtensions((path) => path));
const openShared = () =>
  open([
    ...viewExtensions((path) => path, false),
    ...sharedExtensions(
      new Doc(),
      createDraftCursors(() => undefined),
    ),
  ]);
const press = ({ view }: Editor, key: string, shiftKey: boolean) =>
  view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, keyCode: 90, ctrlKey: true, bubbles: true, cancelable: true }),
  );

describe.each([
  ['the editor of one person', openAlone],
  ['the editor of a shared draft', openShared],
])('%s', (_name, openEditor) => {
  it.each(['z', 'Z'])('Ctrl+Shift+%s redoes, and without anything to redo changes nothing', (key) => {
    const editor = openEditor();
    expect(press(editor, key, true)).toBe(false);
    expect(editor.getText()).toBe('One');
    press(editor, 'z', false);
    expect(editor.getText()).toBe('');
    press(editor, key, true);
    expect(editor.getText()).toBe('One');
    for (let count = 0; count < 5; count += 1) expect(press(editor, 'z', false)).toBe(false);
    expect(editor.getText()).toBe('');
  });
});
