/** Large changes as several updates: each is small and complete, and together they make the same text. */
import { describe, expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { LIMITS } from '../../../../common/limits';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { splitUpdate } from './splitUpdate';

const EMOJI = '\u{1F600}';
const getParagraph = (text: string): XmlElement => {
  const [paragraph, content] = [new XmlElement('paragraph'), new XmlText(text)];
  paragraph.insert(0, [content]);
  return paragraph;
};
const paragraphText = (doc: Doc): XmlText =>
  (doc.getXmlFragment(DRAFT_FRAGMENT).get(0) as XmlElement).get(0) as XmlText;
/** The update of some work in a document that a server already has. */
function getChange(work: (doc: Doc, text: XmlText) => void) {
  const doc = new Doc();
  const first = getParagraph('Start and end');
  doc.getXmlFragment(DRAFT_FRAGMENT).insert(0, [first]);
  const server = new Doc();
  applyUpdate(server, encodeStateAsUpdate(doc));
  const before = encodeStateVector(doc);
  doc.transact(() => work(doc, first.get(0) as XmlText));
  return { doc, server, update: encodeStateAsUpdate(doc, before) };
}

describe('splitUpdate', () => {
  it.each<[string, (doc: Doc, text: XmlText) => void]>([
    ['a long Chinese line inside a paragraph', (_doc, text) => text.insert(5, '汉字输入法'.repeat(12_000))],
    ['a line of characters outside the basic plane', (_doc, text) => text.insert(0, `x${EMOJI.repeat(40_000)}`)],
    [
      'many paragraphs in place of a text',
      (doc, text) => {
        text.delete(0, 5);
        const paragraphs = Array.from({ length: 9_000 }, (_, index) => getParagraph(`line ${index}`));
        doc.getXmlFragment(DRAFT_FRAGMENT).insert(1, paragraphs);
        text.insert(text.length, 'tail', { bold: {} });
      },
    ],
  ])('%s: the parts give the same text', (_name, work) => {
    const { doc, server, update } = getChange(work);
    const parts = splitUpdate(update);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.byteLength).toBeLessThanOrEqual(LIMITS.draftUpdateBytes);
      applyUpdate(server, part);
      expect([server.store.pendingStructs, server.store.pendingDs]).toEqual([null, null]);
    }
    const shown = (doc: Doc) => doc.getXmlFragment(DRAFT_FRAGMENT).toJSON();
    expect(shown(server)).toBe(shown(doc));
    expect(encodeStateVector(server)).toEqual(encodeStateVector(doc));
    // later changes of both sides still meet
    const later = encodeStateVector(server);
    doc.transact(() => paragraphText(doc).insert(3, '!'));
    applyUpdate(server, encodeStateAsUpdate(doc, later));
    expect(shown(server)).toBe(shown(doc));
  });

  it('a small update is not split', () => {
    const { update } = getChange((_doc, text) => text.insert(0, 'short'));
    expect(splitUpdate(update)).toEqual([update]);
  });
});
