/**
 * The limit of two people in one block, measured: the editor's binding writes another block type as a new element, and a split as a deletion with a
 * new paragraph. Text that is typed in the block before the change arrives belongs to the old place.
 */
import { expect, it } from '@jest/globals';
import { applyUpdate, encodeStateAsUpdate, type Doc } from 'yjs';
import { getParagraph } from '../../../testing/live/draftClient';
import { createDraftState, openDraftState, replaceContent } from '../draftContent';
import { parseHtmlDocument } from '../richText/parseHtmlDocument';

const SENTENCE = 'The first half, the second half.';

/** Somebody types while another makes the change of the text; both then get what the other did. */
function typeDuring(typedAt: number, changedHtml: string): readonly [Doc, Doc] {
  const state = createDraftState(parseHtmlDocument(`<p>${SENTENCE}</p>`));
  const [typist, other] = [openDraftState(state), openDraftState(state)];
  getParagraph(typist, 0).insert(typedAt, 'abc');
  replaceContent(other, parseHtmlDocument(changedHtml));
  const updates = [encodeStateAsUpdate(typist), encodeStateAsUpdate(other)] as const;
  applyUpdate(typist, updates[1]);
  applyUpdate(other, updates[0]);
  return [typist, other];
}
const xml = (doc: Doc) => doc.getXmlFragment('default').toJSON();

it('another block type loses what was typed in the block before the change arrived, and nothing else', () => {
  const [typist, other] = typeDuring(9, `<h2>${SENTENCE}</h2>`);
  expect(xml(typist)).toBe(`<heading level="2">${SENTENCE}</heading>`);
  expect(xml(other)).toBe(xml(typist));
});

it('a split keeps what was typed in the second half before the change arrived, at the end of the first half', () => {
  const [typist, other] = typeDuring(24, '<p>The first half,</p><p>the second half.</p>');
  expect(xml(typist)).toBe('<paragraph>The first half,abc</paragraph><paragraph>the second half.</paragraph>');
  expect(xml(other)).toBe(xml(typist));
});

it('a split moves nothing of what was typed in the first half', () => {
  const [typist, other] = typeDuring(4, '<p>The first half,</p><p>the second half.</p>');
  expect(xml(typist)).toBe('<paragraph>The abcfirst half,</paragraph><paragraph>the second half.</paragraph>');
  expect(xml(other)).toBe(xml(typist));
});
