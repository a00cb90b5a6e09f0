/** The state of a draft without deleted text: the same document for everybody, also after later changes, and no deleted character. */
import { expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { DRAFT_FRAGMENT } from '../../../common/protocol/sharedDraft';
import { createRandom, testSeed, type Random } from '../../testing/random';
import { openDraftState } from './draftContent';
import { mergeWithoutDeletedText } from './withoutDeletedText';

const FIRST_CHARACTER = 0x4e00;
const RUNS = sampleSize(60, 2_000);

interface EditingRun {
  readonly random: Random;
  readonly typed: Set<string>;
}
const getFragment = (doc: Doc) => doc.getXmlFragment(DRAFT_FRAGMENT);
const show = (doc: Doc): string => getFragment(doc).toJSON();

/** Types words of some characters, deletes parts of them and whole paragraphs, and changes formats. */
function edit({ random, typed }: EditingRun, doc: Doc): void {
  const fragment = getFragment(doc);
  if (fragment.length < 2 || random.chance(0.05)) {
    const paragraph = new XmlElement('paragraph');
    paragraph.insert(0, [new XmlText()]);
    fragment.insert(random.below(fragment.length + 1), [paragraph]);
  } else if (random.chance(0.06)) fragment.delete(random.below(fragment.length), 1);
  const element = fragment.get(random.below(fragment.length));
  const text = element instanceof XmlElement ? element.get(0) : undefined;
  if (!(text instanceof XmlText)) return;
  const at = random.below(text.length + 1);
  const count = Math.min(text.length - at, 1 + random.below(4));
  if (random.chance(0.4)) text.delete(at, count);
  else if (random.chance(0.2)) text.format(at, count, { bold: random.chance(0.5) ? {} : null });
  else {
    const word = Array.from({ length: 1 + random.below(5) }, (_, index) =>
      String.fromCodePoint(FIRST_CHARACTER + typed.size + index),
    );
    for (const character of word) typed.add(character);
    text.insert(at, word.join(''));
  }
}
/** The updates of some people who edit at the same time, in an order in which a server takes them over. */
function writeTogether(story: EditingRun, steps: number): { readonly updates: Uint8Array[]; readonly server: Doc } {
  const people = Array.from({ length: 3 }, () => new Doc());
  const server = new Doc();
  const updates: Uint8Array[] = [];
  server.on('update', (update: Uint8Array) => updates.push(update));
  for (let step = 0; step < steps; step += 1) {
    const person = story.random.pick(people);
    person.transact(() => edit(story, person));
    if (!story.random.chance(0.3)) continue;
    applyUpdate(server, encodeStateAsUpdate(person, encodeStateVector(server)));
    applyUpdate(person, encodeStateAsUpdate(server, encodeStateVector(person)));
  }
  return { updates, server };
}

it(`is the same document in ${RUNS} random drafts, before and after later changes`, () => {
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const story = { random: createRandom(seed), typed: new Set<string>() };
    const { updates, server } = writeTogether(story, 60);
    const cut = story.random.below(updates.length + 1);
    const snapshot = openDraftState(mergeWithoutDeletedText(updates.slice(0, cut)));
    const state = mergeWithoutDeletedText([encodeStateAsUpdate(snapshot), ...updates.slice(cut)]);
    const opened = openDraftState(state);
    expect([seed, show(opened)]).toEqual([seed, show(server)]);
    expect([seed, [...encodeStateVector(opened)]]).toEqual([seed, [...encodeStateVector(server)]]);
    const content = Buffer.from(state).toString('utf8');
    const leaked = [...story.typed].filter(
      (character) => content.includes(character) && !show(server).includes(character),
    );
    expect([seed, leaked]).toEqual([seed, []]);
    for (let step = 0; step < 20; step += 1) edit(story, story.random.pick([opened, server]));
    const [first, second] = [encodeStateAsUpdate(opened), encodeStateAsUpdate(server)];
    applyUpdate(opened, second);
    applyUpdate(server, first);
    expect([seed, show(opened)]).toEqual([seed, show(server)]);
  }
});
it('keeps the halves of a character apart as Yjs does when only one of them is deleted', () => {
  const doc = new Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const text = new XmlText();
  const paragraph = new XmlElement('paragraph');
  paragraph.insert(0, [text]);
  getFragment(doc).insert(0, [paragraph]);
  text.insert(0, 'a😀b');
  text.delete(2, 1);
  expect(show(openDraftState(mergeWithoutDeletedText(updates)))).toBe(show(doc));
});
