/** Random editors and suggesters with delayed delivery: no character of an editor is lost or becomes a suggestion, and all see the same text. */
import { expect, it } from '@jest/globals';
import type { Doc } from 'yjs';
import { applyUpdate, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import { DRAFT_FRAGMENT, FIRST_SERVER_ID } from '../../../../common/protocol/sharedDraft';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { createFormerSuggestions, type FormerSuggestions } from '../suggestions/formerSuggestions';
import { applyBesideSuggestions, applySuggestion } from '../applyDraftUpdate';
import { createDraftState, getDocument, openDraftState } from '../draftContent';
import { findUpdateFault } from '../findUpdateFault';
import { createMovedText } from '../moves/movedText';
import type { Watch } from '../moves/watchUpdate';
import { isOwnSuggestion, removeSuggestions } from '../suggestions/suggestions';
import { parseHtmlDocument } from '../richText/parseHtmlDocument';

const RUNS = sampleSize(40, 2_000);
const STEPS = 120;
const FIRST_CHARACTER = 0x4e00;
const PLAIN = { [INSERTION]: null, [DELETION]: null };

interface Person {
  /** Undefined for an editor. */
  readonly author: { readonly p: string; readonly name: string } | undefined;
  doc: Doc;
  /** Own updates on their way to the server, and those of the server on their way back. */
  sent: Uint8Array[];
  incoming: Uint8Array[];
}
interface SuggestionRun {
  readonly random: Random;
  readonly server: Doc;
  readonly watch: Watch;
  readonly former: FormerSuggestions;
  readonly people: readonly Person[];
  /** Characters that editors typed and that no editor deleted. */
  readonly plain: Set<string>;
  /** How many of the changes of editors are splits. */
  readonly splits: number;
  next: number;
  refusals: number;
}

/** A document whose client id, which Yjs orders by, comes from the seed. */
function open(random: Random, state: Uint8Array): Doc {
  const doc = openDraftState(state);
  doc.clientID = random.below(FIRST_SERVER_ID);
  return doc;
}
const getTexts = (doc: Doc): readonly XmlText[] =>
  doc
    .getXmlFragment(DRAFT_FRAGMENT)
    .toArray()
    .flatMap((element) => {
      const text = element instanceof XmlElement ? element.get(0) : undefined;
      return text instanceof XmlText ? [text] : [];
    });
interface Run {
  readonly insert: string;
  readonly attributes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
/** Characters of a text with the author of their insertion, in order. */
const getCharacters = (text: XmlText) =>
  (text.toDelta() as readonly Run[]).flatMap(({ insert, attributes = {} }) =>
    [...insert].map((character) => ({
      character,
      insertion: attributes[INSERTION]?.[SUGGESTION_ATTRIBUTE],
      deletion: attributes[DELETION]?.[SUGGESTION_ATTRIBUTE],
    })),
  );

function changeAsEditor({ random, plain }: SuggestionRun, text: XmlText, character: string): void {
  const characters = getCharacters(text);
  const at = random.below(text.length + 1);
  const found = characters[at];
  if (random.chance(0.7) || found === undefined) {
    text.insert(at, character, PLAIN);
    plain.add(character);
  } else if (found.insertion !== undefined && random.chance(0.5)) text.format(at, 1, PLAIN);
  else {
    text.delete(at, 1);
    plain.delete(found.character);
  }
}
function changeAsSuggester({ random }: SuggestionRun, text: XmlText, suggestion: string, character: string): void {
  const at = random.below(text.length + 1);
  const found = getCharacters(text)[at];
  const mark = { [SUGGESTION_ATTRIBUTE]: suggestion };
  if (random.chance(0.5) || found === undefined) text.insert(at, character, { ...PLAIN, [INSERTION]: mark });
  else if (found.insertion === suggestion) text.delete(at, 1);
  else if (found.insertion === undefined && found.deletion === undefined) text.format(at, 1, { [DELETION]: mark });
  else if (found.deletion === suggestion) text.format(at, 1, { [DELETION]: null });
}
/** An editor splits a paragraph: Yjs writes the second half again. */
function split({ random }: SuggestionRun, doc: Doc): void {
  const fragment = doc.getXmlFragment(DRAFT_FRAGMENT);
  const index = random.below(fragment.length);
  const element = fragment.get(index);
  const text = element instanceof XmlElement ? element.get(0) : undefined;
  if (!(text instanceof XmlText) || text.length === 0) return;
  const at = random.below(text.length);
  const [paragraph, rest] = [new XmlElement('paragraph'), new XmlText()];
  const delta: Run[] = [];
  let from = 0;
  for (const { insert, attributes } of text.toDelta() as readonly Run[]) {
    const part = insert.slice(Math.max(0, at - from));
    if (part !== '') delta.push({ insert: part, ...(attributes === undefined ? {} : { attributes }) });
    from += insert.length;
  }
  rest.applyDelta(delta);
  paragraph.insert(0, [rest]);
  text.delete(at, text.length - at);
  fragment.insert(index + 1, [paragraph]);
}
function change(story: SuggestionRun, person: Person): void {
  const { doc, author } = person;
  const text = story.random.pick(getTexts(doc));
  const character = String.fromCodePoint(FIRST_CHARACTER + story.next++);
  const collect = (update: Uint8Array) => person.sent.push(update);
  doc.on('update', collect);
  doc.transact(() => {
    if (author === undefined && story.random.chance(story.splits)) split(story, doc);
    else if (author === undefined) changeAsEditor(story, text, character);
    else changeAsSuggester(story, text, printSuggestion({ ...author, at: 0 }), character);
  });
  doc.off('update', collect);
}

/** The server applies or refuses the next update of one person; a refused person starts with a new document. */
function deliver(story: SuggestionRun, person: Person): void {
  const update = person.sent.shift();
  if (update === undefined) return;
  expect(findUpdateFault(story.server, update, () => true)).toBeUndefined();
  if (person.author === undefined || isOwnSuggestion(story.server, update, person.author)) {
    const { integrated } =
      person.author === undefined
        ? applyBesideSuggestions(story.server, update, story.watch, story.former)
        : applySuggestion(story.server, update, story.watch, { ...person.author, at: 0 });
    if (integrated !== undefined) for (const other of story.people) other.incoming.push(integrated);
    return;
  }
  story.refusals += 1;
  person.doc = open(story.random, encodeStateAsUpdate(story.server));
  [person.sent, person.incoming] = [[], []];
}
const receive = ({ doc, incoming }: Person): void => {
  const update = incoming.shift();
  if (update !== undefined) applyUpdate(doc, update);
};

it.each([0, 0.15])('random concurrent changes of editors and suggesters converge, with %p of splits', (splits) => {
  let [refusals, updates] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const random = createRandom(seed);
    const state = createDraftState(parseHtmlDocument('<p>abc</p><p>def</p>'));
    const person = (name?: string): Person => ({
      author: name === undefined ? undefined : { p: `admin:${name}`, name },
      doc: open(random, state),
      sent: [],
      incoming: [],
    });
    const people = [person(), person(), person('2'), person('3')];
    const story: SuggestionRun = {
      random,
      server: open(random, state),
      former: createFormerSuggestions(() => undefined),
      watch: { moved: createMovedText(() => 0), clientState: {}, relayNumber: 1, isStored: false },
      people,
      splits,
      next: 0,
      refusals: 0,
      plain: new Set(),
    };
    for (let step = 0; step < STEPS; step += 1) {
      const person = random.pick(people);
      if (random.chance(0.4)) change(story, person);
      else if (random.chance(0.5)) deliver(story, person);
      else receive(person);
    }
    for (const person of people) while (person.sent.length > 0) deliver(story, person);
    for (const person of people) while (person.incoming.length > 0) receive(person);
    const [first, ...others] = [story.server, ...people.map(({ doc }) => doc)].map((doc) =>
      doc.getXmlFragment(DRAFT_FRAGMENT).toJSON(),
    );
    for (const other of others) expect([seed, other]).toEqual([seed, first]);
    const text = removeSuggestions(getDocument(story.server)).textContent;
    expect([seed, [...story.plain].filter((character) => !text.includes(character))]).toEqual([seed, []]);
    refusals += story.refusals;
    updates += story.next;
  }
  // changes of one place that meet are refused, others are not
  expect(refusals / updates).toBeLessThan(0.1);
});
