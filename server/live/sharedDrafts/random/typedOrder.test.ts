/**
 * One person types steadily in a block whose type others change several times a second: the letters stay in the order in which they were typed.
 * Messages take up to 60 ms each way.
 */
import { describe, expect, it } from '@jest/globals';
import { Fragment, type Node } from '@tiptap/pm/model';
import { mergeUpdates } from 'yjs';
import { createEditorId } from '../../../../common/protocol/sharedDraft';
import { sampleSize } from '../../../../config/jest/testEnvironment';
import {
  accept,
  addWriter,
  createServer,
  createState,
  listTexts,
  printPlain,
  receive,
  settle,
  store,
  type BlockServer,
  type BlockWriter,
} from '../../../testing/live/blockWriters';
import { createRandom, testSeed, type Random } from '../../../testing/random';
import { getDocument, replaceContent } from '../draftContent';
import { createServerEditorId } from '../people/editorIds';
import { richTextSchema } from '../richText/richTextSchema';

const RUNS = sampleSize(30, 2_000);
const LETTERS = 30;
const BEFORE = 'ABCDEFGHIJKL';
const TYPED = Array.from({ length: LETTERS }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
/** Milliseconds: of the client between two messages, of the server until it stores, and at most on the way. */
const SEND_MS = 50;
const STORE_MS = 150;
const STORE_LOST_MS = 3;
const MAX_LATENCY_MS = 60;

/** Runs actions in the order of their times. */
interface Timeline {
  now: number;
  readonly add: (delay: number, action: () => void) => void;
  readonly run: () => void;
}
function createTimeline(): Timeline {
  const actions: { readonly time: number; readonly action: () => void }[] = [];
  const timeline: Timeline = {
    now: 0,
    add: (delay, action) => {
      const time = timeline.now + delay;
      const index = actions.findIndex((other) => other.time > time);
      actions.splice(index < 0 ? actions.length : index, 0, { time, action });
    },
    run: () => {
      for (let next = actions.shift(); next !== undefined; next = actions.shift()) {
        timeline.now = next.time;
        next.action();
      }
    },
  };
  return timeline;
}

interface Run {
  readonly random: Random;
  readonly timeline: Timeline;
  readonly server: BlockServer;
  /** When the last message of each way arrives. */
  readonly arrivals: Map<string, number>;
}
/** Sends a message, which arrives behind the earlier ones. */
function send({ timeline, random, arrivals }: Run, way: string, onArrival: () => void): void {
  const arrival = Math.max(arrivals.get(way) ?? 0, timeline.now + random.below(MAX_LATENCY_MS));
  arrivals.set(way, arrival);
  timeline.add(arrival - timeline.now, onArrival);
}
/** Sends what the server has for the people since a message. */
function relaySince(run: Run, since: number): void {
  const { server } = run;
  for (const [index, writer] of server.writers.entries())
    for (let n = since; n < server.n; n += 1) send(run, `to ${index}`, () => receive(writer, 1));
}
function storeSoon(run: Run): void {
  const { timeline, server } = run;
  timeline.add(server.lost.length > 0 ? STORE_LOST_MS : STORE_MS, () => {
    const before = server.n;
    store(server);
    relaySince(run, before);
  });
}
function sendSoon(run: Run, writer: BlockWriter, index: number): void {
  const { timeline, server } = run;
  timeline.add(SEND_MS, () => {
    const [first] = writer.sent;
    if (first === undefined) return;
    const update = mergeUpdates(writer.sent.map((sent) => sent.update));
    writer.sent = [];
    send(run, `from ${index}`, () => {
      const before = server.n;
      accept(server, update, { seen: first.seen });
      relaySince(run, before);
      storeSoon(run);
    });
  });
}
function join(run: Run): BlockWriter {
  const { server, random } = run;
  const writer = addWriter(server);
  const index = server.writers.indexOf(writer);
  writer.doc.clientID = createEditorId(random.below(1_000) / 1_000);
  writer.doc.on('update', (_update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') sendSoon(run, writer, index);
  });
  return writer;
}

/** Types a letter behind the others, as far as they are in the text now. */
function typeLetter({ doc }: BlockWriter, letter: string): void {
  const text = listTexts(doc).find((one) => printPlain(one).includes('L'));
  if (text === undefined) throw new Error('no block');
  const last = Array.from(printPlain(text)).findLastIndex((one) => `${BEFORE}${TYPED}`.includes(one));
  doc.transact(() => text.insert(last + 1, letter), 'own');
}
const TYPES = ['heading', 'paragraph', 'blockquote', 'bulletList'] as const;
function create(type: string, content: readonly Node[] | Fragment): Node {
  const attrs = type === 'heading' ? { level: 2 } : null;
  const node = richTextSchema.nodes[type]?.create(attrs, Fragment.from(content));
  if (node === undefined) throw new Error(`no ${type}`);
  return node;
}
const listTextBlocks = (block: Node): readonly Node[] =>
  block.isTextblock ? [block] : block.children.flatMap(listTextBlocks);
function changeType(block: Node, type: (typeof TYPES)[number]): readonly Node[] {
  const texts = listTextBlocks(block);
  const paragraphs = texts.map(({ content }) => create('paragraph', content));
  if (type === 'heading') return texts.map(({ content }) => create('heading', content));
  if (type === 'blockquote') return [create('blockquote', paragraphs)];
  return type === 'paragraph' ? paragraphs : [create('bulletList', [create('listItem', paragraphs)])];
}
function changeBlock({ random }: Run, { doc }: BlockWriter): void {
  const type = random.pick(TYPES);
  const document = getDocument(doc);
  const blocks = document.children.flatMap((block) =>
    block.textContent.includes('L') ? changeType(block, type) : [block],
  );
  doc.transact(() => void replaceContent(doc, document.copy(Fragment.fromArray(blocks))), 'own');
}

/** Returns the text when everything has arrived. `behind`: the text behind the caret. */
function typeSteadily(random: Random, changes: number, behind: string): string {
  const server = createServer(createState(`<p>Before</p><p>${BEFORE}${behind}</p><p>After</p>`));
  server.doc.clientID = createServerEditorId(0.5);
  const run: Run = { random, timeline: createTimeline(), server, arrivals: new Map() };
  const { timeline } = run;
  const [typist, other] = [join(run), join(run)];
  const delay = 40 + random.below(100);
  for (const [at, letter] of Array.from(TYPED).entries()) timeline.add(delay * at, () => typeLetter(typist, letter));
  let time = delay * (2 + random.below(8));
  for (let count = 0; count < changes; count += 1) {
    timeline.add(time, () => changeBlock(run, other));
    time += 150 + random.below(450);
  }
  timeline.run();
  settle(server);
  return listTexts(server.doc).map(printPlain).join('|');
}

describe.each([2, 4])('%i changes of the block', (changes) => {
  it.each(['', 'abcdefgh'])(
    'the letters stay in order before "%s"',
    (behind) => {
      for (let index = 0; index < RUNS; index += 1) {
        const seed = testSeed() + index;
        const text = typeSteadily(createRandom(seed), changes, behind);
        expect([seed, text]).toEqual([seed, `Before|${BEFORE}${TYPED}${behind}|After`]);
      }
    },
    600_000,
  );
});
