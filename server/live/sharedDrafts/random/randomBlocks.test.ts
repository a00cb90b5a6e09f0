/**
 * Random writers who type while others change the type of blocks, split, wrap and join them, with delayed delivery and spells offline, on one
 * server and on two: no letter is lost, and all have the same text.
 */
import { describe, expect, it } from '@jest/globals';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import { sampleSize } from '../../../../config/jest/testEnvironment';
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
import { changeBlocks } from '../../../testing/live/changeBlocks';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { createServerEditorId } from '../people/editorIds';
import { getDocument, replaceContent } from '../draftContent';

const RUNS = sampleSize(60, 10_000);
const STEPS = 60;
const PEOPLE = 4;
const FIRST_CHARACTER = 0x4e00;
const FIRST_TEXT = Array.from('abcdefghijklmnopqrstuvwx');
const TEXT = '<p>abcdefgh</p><h2>ijklmnop</h2><ul><li><p>qrstuvwx</p></li></ul>';

interface Person {
  readonly server: BlockServer;
  readonly writer: BlockWriter;
  readonly changesBlocks: boolean;
  isOffline: boolean;
}
interface Run {
  readonly random: Random;
  readonly servers: readonly BlockServer[];
  readonly people: readonly Person[];
  /** What the servers stored, in order, and how much of it each has read. */
  readonly log: Uint8Array[];
  readonly read: Map<BlockServer, number>;
  readonly typed: string[];
}

function startRun(random: Random, serverCount: number, changers: number): Run {
  const state = createState(TEXT);
  const servers = Array.from({ length: serverCount }, () => createServer(state));
  for (const [index, { doc }] of servers.entries()) doc.clientID = createServerEditorId(index / serverCount);
  const people = Array.from({ length: PEOPLE }, (_, index): Person => {
    const server = random.pick(servers);
    const writer = addWriter(server);
    writer.doc.clientID = createEditorId(index / PEOPLE);
    return { server, writer, changesBlocks: index < changers, isOffline: false };
  });
  return { random, servers, people, log: [], read: new Map(), typed: [] };
}
function typeAtRandom({ random, typed }: Run, { doc }: BlockWriter): void {
  const texts = listTexts(doc);
  if (texts.length === 0) return;
  const text = random.pick(texts);
  const character = String.fromCodePoint(FIRST_CHARACTER + typed.length);
  typed.push(character);
  text.insert(
    random.below(text.length + 1),
    character,
    random.chance(0.3) ? { bold: random.chance(0.5) ? {} : null } : undefined,
  );
}
function storeChanges({ log, read }: Run, server: BlockServer): void {
  for (const update of log.slice(read.get(server) ?? 0)) readStored(server, update);
  const stored = store(server);
  if (stored !== undefined) log.push(stored);
  read.set(server, log.length);
}
function takeStep(run: Run): void {
  const { random, servers, people } = run;
  const person = random.pick(people);
  const { server, writer } = person;
  const chance = random.below(20);
  if (chance === 0) person.isOffline = !person.isOffline;
  else if (chance < 3) storeChanges(run, random.pick(servers));
  else if (chance < 5 && person.changesBlocks)
    replaceContent(writer.doc, changeBlocks(random, getDocument(writer.doc)));
  else if (chance < 10) typeAtRandom(run, writer);
  else if (person.isOffline) return;
  else if (chance < 15) deliver(server, writer);
  else receive(writer, 1);
}
function finish(run: Run): readonly string[] {
  const { servers, people } = run;
  for (const { server, writer } of people) while (writer.sent.length > 0) deliver(server, writer);
  for (const server of [...servers, ...servers]) storeChanges(run, server);
  for (const { writer } of people) receive(writer);
  return [...servers.map(({ doc }) => doc), ...people.map(({ writer }) => writer.doc)].map(printXml);
}

/** Characters that are not in the text. */
function findLost({ typed, servers }: Run): readonly string[] {
  const text = servers.flatMap(({ doc }) => listTexts(doc).map(printPlain)).join('');
  return [...typed, ...FIRST_TEXT].filter((character) => !text.includes(character));
}
function expectNothingLost(serverCount: number, changers: number): void {
  for (let index = 0; index < RUNS; index += 1) {
    const seed = testSeed() + index;
    const run = startRun(createRandom(seed), serverCount, changers);
    for (let step = 0; step < STEPS; step += 1) takeStep(run);
    const [first, ...others] = finish(run);
    for (const other of others) expect([seed, other]).toEqual([seed, first]);
    expect([seed, first, findLost(run)]).toEqual([seed, first, []]);
  }
}

describe.each([1, 2])('on %i servers', (serverCount) => {
  it.each([1, 4])(
    '%i of four people change blocks: each letter is there',
    (changers) => {
      expectNothingLost(serverCount, changers);
    },
    1_800_000,
  );
});
