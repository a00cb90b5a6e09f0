/** A suggestion contains exactly the letters that its author typed, so what somebody else changes meanwhile in the text around it does not reach it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import { keepFormats } from '../../../../common/text/richText/keepFormats';
import { htmlToDocument } from '../editorContent';
import { viewExtensions } from '../extensions';
import { listSuggestions } from '../suggestions/listSuggestions';
import { createSuggestExtension } from '../suggestions/suggestExtension';
import { textWithoutSuggestions } from '../suggestions/textWithoutSuggestions';
import { createDraftCursors } from './draftCursors';
import { findAddedPlace } from './exactTextExtension';
import { sharedExtensions } from './sharedExtensions';

const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});
function open(doc: Doc, isSuggesting: boolean): Editor {
  const cursors = createDraftCursors(() => undefined);
  const author = isSuggesting ? { p: 'admin:2', name: 'Sue' } : null;
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: [
      ...viewExtensions((path) => path, false),
      ...sharedExtensions(doc, cursors),
      createSuggestExtension(() => author),
    ],
    content: htmlToDocument(''),
    injectCSS: false,
  });
  editors.push(editor);
  return editor;
}
function openTwo(html: string, order = 0.4) {
  const docs = [new Doc(), new Doc()] as const;
  docs[0].clientID = createEditorId(order);
  docs[1].clientID = createEditorId(0.5);
  for (const doc of docs) keepFormats(doc);
  const ben = open(docs[0], false);
  ben.commands.setContent(htmlToDocument(html));
  const send = (from: Doc, to: Doc) => applyUpdate(to, encodeStateAsUpdate(from, encodeStateVector(to)), 'remote');
  send(docs[0], docs[1]);
  const sue = open(docs[1], true);
  const exchange = () => {
    send(docs[0], docs[1]);
    send(docs[1], docs[0]);
  };
  return { ben, sue, exchange };
}
const select = (editor: Editor, from: number, to = from) =>
  editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
const type = (editor: Editor, text: string) => {
  for (const key of text) editor.view.dispatch(editor.state.tr.insertText(key));
};
const listInserted = (editor: Editor) => listSuggestions(editor.state.doc).map(({ inserted }) => inserted);

describe.each([0.4, 0.6])('with the place %p in the order of editors', (order) => {
  it.each(['t', 'three ', ' three', 'th', 'x'])(
    'a suggested "%s" before "three" stays when that word is deleted',
    (typed) => {
      const { ben, sue, exchange } = openTwo('<p>One two three</p>', order);
      select(sue, 9);
      type(sue, typed);
      ben.view.dispatch(ben.state.tr.delete(9, 14));
      exchange();
      expect([listInserted(sue), textWithoutSuggestions(sue)]).toEqual([[typed], '<p>One two </p>']);
      expect(textWithoutSuggestions(ben)).toBe('<p>One two </p>');
    },
  );
  it('a suggested text before an equal one stays whole while another person splits the paragraph', () => {
    const { ben, sue, exchange } = openTwo('<p>One two three</p>', order);
    select(sue, 8);
    type(sue, ' ');
    exchange();
    type(sue, 'te');
    select(ben, 4);
    ben.commands.splitBlock();
    type(sue, 'st');
    exchange();
    expect(textWithoutSuggestions(sue).replaceAll(/<[^>]*>/g, '')).toContain('One');
    expect(sue.state.doc.textContent).toBe(ben.state.doc.textContent);
  });
  it('a suggestion to delete one of two equal letters is about that letter', () => {
    const { ben, sue, exchange } = openTwo('<p>Book</p>', order);
    select(sue, 3);
    type(sue, 'o');
    select(sue, 3);
    sue.view.dispatch(sue.state.tr.delete(3, 4));
    expect(textWithoutSuggestions(sue)).toBe('<p>Book</p>');
    ben.view.dispatch(ben.state.tr.insertText('x', 4));
    exchange();
    expect(textWithoutSuggestions(sue)).toBe('<p>Booxk</p>');
    expect(listInserted(sue)).toEqual([]);
  });
});

describe('the place of added characters', () => {
  const compare = (text: string, marks: string) => ({ text, marks: [...marks] });
  it('is where most characters keep their marks', () => {
    expect(findAddedPlace(compare('a three', '-------'), compare('a tthree', '--i-----'))).toBe(2);
    expect(findAddedPlace(compare('a three', '-------'), compare('a tthree', '---i----'))).toBe(3);
    expect(findAddedPlace(compare('aa', 'i-'), compare('aaa', 'ii-'))).toBe(1);
  });
  it('is the last one when all are equal, and undefined for another change', () => {
    expect(findAddedPlace(compare('aa', '--'), compare('aaa', '---'))).toBe(2);
    expect(findAddedPlace(compare('ab', '--'), compare('axyc', '----'))).toBeUndefined();
  });
  it('does not divide a character of two units', () => {
    const [one, other] = ['\u{1F600}', '\u{1F601}'];
    expect(findAddedPlace(compare(one, '--'), compare(other + one, 'ii--'))).toBe(0);
  });
});
