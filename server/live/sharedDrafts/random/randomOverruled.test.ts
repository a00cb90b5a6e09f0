/** Editors who decide about the same suggestions and do not know of each other, on one server and on two: of two decisions about one the first is valid. */
import { expect, it } from '@jest/globals';
import { encodeStateAsUpdate, type XmlText } from 'yjs';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import {
  DELETION,
  INSERTION,
  printSuggestion,
  SUGGESTION_ATTRIBUTE,
} from '../../../../common/text/richText/draftSuggestion';
import {
  addWriter,
  createServer,
  createState,
  deliver,
  listTexts,
  printPlain,
  printXml,
  readStored,
  receive,
  store,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { createServerEditorId } from '../people/editorIds';

const RUNS = sampleSize(60, 2_000);
const MARK = { [SUGGESTION_ATTRIBUTE]: printSuggestion({ p: 'admin:9', name: 'Sue', at: 0 }) };
const PLAIN = { [INSERTION]: null, [DELETION]: null };
/** The suggested parts of the text, in order. */
const PARTS = [
  { word: 'abcd', key: INSERTION },
  { word: 'two', key: DELETION },
  { word: 'efg', key: INSERTION },
  { word: 'four', key: DELETION },
] as const;
type Word = (typeof PARTS)[number]['word'];
/** Whether each part is accepted. */
type Choices = Map<Word, boolean>;
interface Decider {
  readonly server: BlockServer;
  readonly writer: BlockWriter;
  /** What each of the sent updates decides; undefined for typed text. */
  readonly sent: (readonly [Word, boolean] | undefined)[];
}

const firstText = (doc: BlockServer['doc']): XmlText => listTexts(doc)[0] as XmlText;
function createSuggestedState(): Uint8Array {
  const { doc } = createServer(createState('<p>One two three four</p>'));
  const text = firstText(doc);
  text.format(4, 3, { [DELETION]: MARK });
  text.format(14, 4, { [DELETION]: MARK });
  text.insert(7, 'efg', { [INSERTION]: MARK });
  text.insert(3, 'abcd', { [INSERTION]: MARK });
  return encodeStateAsUpdate(doc);
}
/** An editor decides about all parts in any order, and types before and behind them. */
function decideAll(random: Random, server: BlockServer, id: number): Decider {
  const writer = addWriter(server);
  writer.doc.clientID = id;
  const text = firstText(writer.doc);
  const sent: Decider['sent'] = [];
  for (const rest = [...PARTS]; rest.length > 0;) {
    const [{ word, key }] = rest.splice(random.below(rest.length), 1) as [(typeof PARTS)[number]];
    const isAccepted = random.chance(0.5);
    const at = printPlain(text).indexOf(word);
    if ((key === INSERTION) === isAccepted) text.format(at, word.length, { [key]: null });
    else text.delete(at, word.length);
    sent.push([word, isAccepted]);
    if (random.chance(0.5)) continue;
    text.insert(random.chance(0.5) ? 0 : text.length, String(id), PLAIN);
    sent.push(undefined);
  }
  return { server, writer, sent };
}
/** The server gets the next update; returns what it decides. */
function deliverNext({ server, writer, sent }: Decider): readonly [Word, boolean] | undefined {
  deliver(server, writer);
  return sent.shift();
}
const isDone = ({ sent }: Decider): boolean => sent.length === 0;
const takeFirst = (valid: Choices, decision: readonly [Word, boolean] | undefined): void => {
  if (decision !== undefined && !valid.has(decision[0])) valid.set(...decision);
};
function expectValid(seed: number, docs: readonly BlockServer['doc'][], valid: Choices): void {
  const expected = PARTS.map(({ word, key }) => [word, (key === INSERTION) === valid.get(word)]);
  for (const doc of docs) {
    const text = printXml(doc);
    expect([seed, PARTS.map(({ word }) => [word, text.includes(word)])]).toEqual([seed, expected]);
    expect([seed, text.includes('suggestion')]).toEqual([seed, false]);
  }
  expect([seed, new Set(docs.map(printXml)).size]).toEqual([seed, 1]);
}

it('the decision that the server gets first is valid', () => {
  const state = createSuggestedState();
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const random = createRandom(seed);
    const server = createServer(state);
    const deciders = [1, 2, 3].map((id) => decideAll(random, server, id));
    const valid: Choices = new Map();
    while (!deciders.every(isDone)) {
      takeFirst(valid, deliverNext(random.pick(deciders.filter((decider) => !isDone(decider)))));
      if (random.chance(0.3)) store(server);
    }
    store(server);
    for (const { writer } of deciders) receive(writer);
    expectValid(seed, [server.doc, ...deciders.map(({ writer }) => writer.doc)], valid);
  }
});

it('of two servers the one that stores its decision first has the valid one', () => {
  const state = createSuggestedState();
  for (let run = 0; run < RUNS; run += 1) {
    const seed = testSeed() + run;
    const random = createRandom(seed);
    const servers = [createServer(state), createServer(state)] as const;
    servers.forEach(({ doc }, index) => (doc.clientID = createServerEditorId(index / 2)));
    const deciders = servers.map((server, index) => decideAll(random, server, index + 1)) as [Decider, Decider];
    const valid: Choices = new Map();
    const waiting: [Choices, Choices] = [new Map(), new Map()];
    const storeOne = (index: 0 | 1) => {
      const stored = store(servers[index]);
      for (const decision of waiting[index]) takeFirst(valid, decision);
      waiting[index].clear();
      if (stored !== undefined) readStored(servers[1 - index] as BlockServer, stored);
    };
    while (!deciders.every(isDone)) {
      const index = random.below(2) as 0 | 1;
      if (random.chance(0.3)) storeOne(index);
      else if (!isDone(deciders[index])) takeFirst(waiting[index], deliverNext(deciders[index]));
    }
    for (const index of [0, 1, 0] as const) storeOne(index);
    for (const { writer } of deciders) receive(writer);
    expectValid(
      seed,
      [...servers, ...deciders.map(({ writer }) => writer)].map(({ doc }) => doc),
      valid,
    );
  }
});
