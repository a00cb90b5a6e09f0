/** Undo of an accepted or rejected suggestion in a shared draft brings it back with its author; what others typed meanwhile stays. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { applyUpdate, Doc } from 'yjs';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import type { SuggestionAuthor } from '../../../../common/text/richText/draftSuggestion';
import { keepFormats } from '../../../../common/text/richText/keepFormats';
import { htmlToDocument } from '../editorContent';
import { viewExtensions } from '../extensions';
import { createDraftCursors } from '../sharedDraft/draftCursors';
import { sharedExtensions } from '../sharedDraft/sharedExtensions';
import { listSuggestions } from './listSuggestions';
import { decideSuggestions } from './resolveSuggestions';
import { createSuggestExtension } from './suggestExtension';
import { textWithoutSuggestions } from './textWithoutSuggestions';

const SUE: SuggestionAuthor = { p: 'admin:2', name: 'Sue' };
const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

function open(doc: Doc, author: SuggestionAuthor | null): Editor {
  keepFormats(doc);
  const cursors = createDraftCursors(() => undefined);
  const extensions = [
    ...viewExtensions((path) => path, false),
    ...sharedExtensions(doc, cursors),
    createSuggestExtension(() => author),
  ];
  const editor = new Editor({
    element: document.createElement('div'),
    extensions,
    content: htmlToDocument(''),
    injectCSS: false,
  });
  editors.push(editor);
  return editor;
}
/** An editor, a colleague and Sue, who suggests; each has the changes of the others at once. */
function openThree() {
  const docs = [new Doc(), new Doc(), new Doc()];
  for (const doc of docs)
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'remote') for (const other of docs) if (other !== doc) applyUpdate(other, update, 'remote');
    });
  const [anna, ben, sue] = [null, null, SUE].map((author, index) => open(docs[index] as Doc, author)) as [
    Editor,
    Editor,
    Editor,
  ];
  anna.commands.insertContent('<p>The shop opens at nine</p><p>Closed</p>');
  const xml = () => docs.map((doc) => doc.getXmlFragment(DRAFT_FRAGMENT).toJSON());
  return { anna, ben, sue, xml };
}
const placeBehind = ({ state }: Editor, text: string): number => {
  let found = -1;
  state.doc.descendants((node, pos) => {
    const at = node.text?.indexOf(text) ?? -1;
    if (at >= 0) found = pos + at + text.length;
  });
  return found;
};
const typeBehind = (editor: Editor, text: string, typed: string) =>
  editor.view.dispatch(editor.state.tr.insertText(typed, placeBehind(editor, text)));
const decideAll = (editor: Editor, isAccepted: boolean) =>
  decideSuggestions(editor, listSuggestions(editor.state.doc), isAccepted);

const SUGGESTIONS: readonly (readonly [string, (sue: Editor) => void, string])[] = [
  ['an insertion', (sue) => typeBehind(sue, 'nine', ' sharp'), '<p>The shop opens at nine sharp</p><p>Closed</p>'],
  [
    'a deletion',
    (sue) => {
      const end = placeBehind(sue, ' shop');
      sue.view.dispatch(sue.state.tr.delete(end - 5, end));
    },
    '<p>The opens at nine</p><p>Closed</p>',
  ],
  [
    'a replacement',
    (sue) => {
      const end = placeBehind(sue, 'nine');
      sue.view.dispatch(sue.state.tr.insertText('eight', end - 4, end));
    },
    '<p>The shop opens at eight</p><p>Closed</p>',
  ],
  [
    'a paragraph',
    (sue) => {
      sue.commands.setTextSelection(placeBehind(sue, 'nine'));
      sue.commands.insertContent([
        { type: 'paragraph' },
        { type: 'paragraph', content: [{ type: 'text', text: 'New' }] },
      ]);
    },
    '',
  ],
];

describe.each([
  ['accepted', true],
  ['rejected', false],
] as const)('undo after a suggestion is %s', (_name, isAccepted) => {
  it.each(SUGGESTIONS)('%s comes back, redo decides again, and earlier typing stays', (_title, suggest, accepted) => {
    const { anna, sue, xml } = openThree();
    suggest(sue);
    expect(listSuggestions(anna.state.doc)).not.toHaveLength(0);
    typeBehind(anna, 'Closed', ' today');
    const before = xml();
    decideAll(anna, isAccepted);
    const after = xml();
    expect(after).not.toEqual(before);
    if (isAccepted && accepted !== '')
      expect(textWithoutSuggestions(anna)).toBe(accepted.replace('Closed', 'Closed today'));
    typeBehind(anna, 'today', '!');
    anna.commands.undo();
    expect(xml()).toEqual(after);
    anna.commands.undo();
    expect(xml()).toEqual(before);
    anna.commands.redo();
    expect(xml()).toEqual(after);
    anna.commands.undo();
    expect(xml()).toEqual(before);
    expect(listSuggestions(sue.state.doc)[0]).toMatchObject(SUE);
  });

  it('what a colleague typed in between stays, and only the own decision is undone', () => {
    const { anna, ben, sue } = openThree();
    typeBehind(sue, 'nine', ' sharp');
    decideAll(anna, isAccepted);
    typeBehind(sue, 'Closed', ' on Sunday');
    decideAll(ben, true);
    typeBehind(ben, 'The', ' new');
    anna.commands.undo();
    expect(listSuggestions(ben.state.doc).map(({ inserted, name }) => [inserted, name])).toEqual([[' sharp', 'Sue']]);
    expect(textWithoutSuggestions(ben)).toBe('<p>The new shop opens at nine</p><p>Closed on Sunday</p>');
  });
});
