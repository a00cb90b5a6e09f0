/** Editors who accept and reject suggestions and take that back while others type: suggestions come back, and nobody's text becomes one. */
import { expect, it } from '@jest/globals';
import { applyUpdate, Doc, encodeStateAsUpdate, UndoManager, XmlElement, XmlText } from 'yjs';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { keepFormats } from '../../../../common/text/richText/keepFormats';
import { DRAFT_FRAGMENT } from '../../../../common/protocol/sharedDraft';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { applyBesideSuggestions } from '../applyDraftUpdate';
import { createDraftState, getDocument, openDraftState } from '../draftContent';
import { createMovedText } from '../moves/movedText';
import { parseHtmlDocument } from '../richText/parseHtmlDocument';
import { createFormerSuggestions, type FormerSuggestions } from '../suggestions/formerSuggestions';
import { removeSuggestions } from '../suggestions/suggestions';

const RUNS = sampleSize(40, 1_000);
const FIRST_CHARACTER = 0x4e00;
const PLAIN = { [INSERTION]: null, [DELETION]: null };
const MARK = { [SUGGESTION_ATTRIBUTE]: printSuggestion({ p: 'admin:9', name: 'Sue', at: 0 }) };

interface Editor {
  readonly doc: Doc;
  readonly undo: UndoManager;
  readonly sent: Uint8Array[];
  readonly incoming: Uint8Array[];
}
interface DecisionRun {
  readonly random: Random;
  readonly server: Doc;
  readonly former: FormerSuggestions;
  readonly editors: readonly Editor[];
  /** Characters that editors typed. */
  readonly typed: string[];
}
const show = (doc: Doc) => doc.getXmlFragment(DRAFT_FRAGMENT).toJSON();
function getText(doc: Doc): XmlText {
  const element = doc.getXmlFragment(DRAFT_FRAGMENT).get(0);
  const text = element instanceof XmlElement ? element.get(0) : undefined;
  if (!(text instanceof XmlText)) throw new Error('no text');
  return text;
}
interface Part {
  readonly insert: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

function openEditor(state: Uint8Array): Editor {
  const doc = new Doc();
  keepFormats(doc);
  applyUpdate(doc, state);
  const sent: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') sent.push(update);
  });
  const undo = new UndoManager(doc.getXmlFragment(DRAFT_FRAGMENT), {
    trackedOrigins: new Set(['decision']),
    captureTimeout: 0,
  });
  return { doc, undo, sent, incoming: [] };
}
/** A text of two insertions and two deletions that Sue suggests. */
function openRun(random: Random): DecisionRun {
  const server = openDraftState(createDraftState(parseHtmlDocument('<p>One two three four</p>')));
  const text = getText(server);
  text.insert(3, 'abcd', { [INSERTION]: MARK });
  text.format(8, 3, { [DELETION]: MARK });
  text.insert(12, 'efg', { [INSERTION]: MARK });
  text.format(text.length - 4, 4, { [DELETION]: MARK });
  const state = encodeStateAsUpdate(server);
  return {
    random,
    server,
    former: createFormerSuggestions(() => undefined),
    editors: [openEditor(state), openEditor(state)],
    typed: [],
  };
}

/** Accepts or rejects one suggestion as the editor does; returns whether there was one. */
function decide({ random }: DecisionRun, { doc }: Editor): boolean {
  const text = getText(doc);
  const places: { readonly at: number; readonly length: number; readonly key: string }[] = [];
  let at = 0;
  for (const { insert, attributes = {} } of text.toDelta() as readonly Part[]) {
    for (const key of [INSERTION, DELETION]) if (key in attributes) places.push({ at, length: insert.length, key });
    at += insert.length;
  }
  if (places.length === 0) return false;
  const { at: from, length, key } = random.pick(places);
  const isKept = random.chance(0.5);
  doc.transact(() => {
    if (isKept) text.format(from, length, { [key]: null });
    else text.delete(from, length);
  }, 'decision');
  return true;
}
function typeSomewhere({ random, typed }: DecisionRun, { doc }: Editor): void {
  const character = String.fromCodePoint(FIRST_CHARACTER + typed.length);
  typed.push(character);
  getText(doc).insert(random.below(getText(doc).length + 1), character, PLAIN);
}
function deliver({ server, former, editors }: DecisionRun, { sent }: Editor): void {
  const update = sent.shift();
  if (update === undefined) return;
  const watch = { moved: createMovedText(() => 0), clientState: {}, relayNumber: 1, isStored: false };
  const { integrated } = applyBesideSuggestions(server, update, watch, former);
  if (integrated !== undefined) for (const { incoming } of editors) incoming.push(integrated);
}
function receive({ doc, incoming }: Editor): void {
  const update = incoming.shift();
  if (update !== undefined) applyUpdate(doc, update, 'remote');
}
function settle(run: DecisionRun): void {
  for (const editor of run.editors) while (editor.sent.length > 0) deliver(run, editor);
  for (const editor of run.editors) while (editor.incoming.length > 0) receive(editor);
}
const readWithoutSuggestions = ({ server }: DecisionRun) => removeSuggestions(getDocument(server)).textContent;

it('undo of each decision brings the suggestions back as they were; redo decides again', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const story = openRun(createRandom(seed));
    const [editor] = story.editors as [Editor, Editor];
    const states = [show(story.server)];
    while (decide(story, editor)) {
      settle(story);
      states.push(show(story.server));
    }
    const goTo = (step: number) => {
      settle(story);
      for (const doc of [story.server, editor.doc]) expect([seed, step, show(doc)]).toEqual([seed, step, states[step]]);
    };
    for (let round = 0; round < 2; round += 1) {
      for (let step = states.length - 2; step >= 0; step -= 1) {
        editor.undo.undo();
        goTo(step);
      }
      for (let step = 1; step < states.length; step += 1) {
        editor.undo.redo();
        goTo(step);
      }
    }
  }
});

it('what others type meanwhile stays ordinary text, wherever it is', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const story = openRun(createRandom(seed));
    const { random, editors, server } = story;
    for (let step = 0; step < 60; step += 1) {
      const editor = random.pick(editors);
      const action = random.below(6);
      // a decision is about what the server has sent: it takes the mark from what undo also marked
      if (action === 0 && editor.sent.length + editor.incoming.length === 0) decide(story, editor);
      else if (action === 1) typeSomewhere(story, editor);
      else if (action === 2) editor.undo.undo();
      else if (action === 3) editor.undo.redo();
      else if (action === 4) deliver(story, editor);
      else receive(editor);
    }
    settle(story);
    const text = readWithoutSuggestions(story);
    expect([seed, story.typed.filter((character) => !text.includes(character))]).toEqual([seed, []]);
    for (const { doc } of editors) expect([seed, show(doc)]).toEqual([seed, show(server)]);
  }
});
