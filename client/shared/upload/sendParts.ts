/**
 * A big file in parts. The server says how far it is, so that after a reload, a break or a restart the same file goes on where it
 * stopped; parts grow and shrink with the line. What the person gives up is forgotten there, what only its form left is not.
 */
import type { App } from '../app';
import { asText, asWhole } from '../persist';
import { alone, insist, quiet, said } from './insist';
import { GIVEN_UP, pathOf, postFile, sentOf, type Envelope, type Sender, type Sent, type Way } from './sender';

const SMALLEST = 256 * 1024;
const FIRST = 1024 * 1024;
/** A part that took less may be bigger the next time, one that took more must be smaller. */
const QUICK_MS = 1500;
const SLOW_MS = 8000;
/** How often a server may send us back before we believe that it is no use. */
const MOST_STALLS = 5;
const EDGE = 64 * 1024;

/** Tells the file from another of its name and size, by its time and by how it begins and ends. */
async function markOf(file: File): Promise<string> {
  const ends = await new Blob([file.slice(0, EDGE), file.slice(Math.max(0, file.size - EDGE))]).arrayBuffer();
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(ends)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `${file.lastModified.toString(36)}-${hash.toString(36)}`;
}

/** Where the server wants the next part, if that is what it says. */
const offsetIn = (answer: Envelope): number | undefined =>
  typeof answer.data['offset'] === 'number' ? answer.data['offset'] : undefined;

interface Begun {
  readonly id: string;
  readonly offset: number;
  readonly most: number;
}
/** Sends from where it stopped to the end; what to tell instead when that is not to be. */
async function sendRest(app: App, file: File, { id, offset: from, most }: Begun, way: Way): Promise<Sent | 'all'> {
  let [offset, step, stalls] = [from, Math.min(FIRST, most), 0];
  while (offset < file.size) {
    const start = offset;
    const body = file.slice(start, start + step, 'application/octet-stream');
    const began = performance.now();
    const onProgress = (sent: number) => way.onProgress(start + sent);
    const query = `?id=${id}&offset=${start}`;
    const answer = await insist(app, { action: 'uploadPart', body, query }, { ...way, onProgress });
    const next = typeof answer === 'object' ? offsetIn(answer) : undefined;
    if (next === undefined || next > file.size || stalls > MOST_STALLS) return sentOf(answer);
    stalls = next > start ? 0 : stalls + 1;
    const took = performance.now() - began;
    if (took < QUICK_MS) step = Math.min(step * 2, most);
    else if (took > SLOW_MS) step = Math.max(SMALLEST, Math.floor(step / 2));
    offset = next;
  }
  return 'all';
}

async function travel(app: App, file: File, way: Way): Promise<Sent> {
  const { name, size } = file;
  const mark = await markOf(file);
  const begun = await insist(app, { action: 'uploadBegin', body: said({ name, size, mark }) }, quiet(way));
  const id = typeof begun === 'object' && begun.code === 1 ? asText(begun.data['id'], 64) : '';
  if (begun === undefined || begun === 'stopped' || id === '') return sentOf(begun);
  const giveUp = () => {
    if (way.signal.reason !== GIVEN_UP) return;
    void postFile(app, { url: pathOf(app, 'uploadDrop'), body: said({ id }) }, alone());
  };
  way.signal.addEventListener('abort', giveUp);
  try {
    const most = asWhole(begun.data['part']) || FIRST;
    const rest = await sendRest(app, file, { id, offset: offsetIn(begun) ?? 0, most }, way);
    if (rest !== 'all') return rest;
    way.onProgress(size);
    return sentOf(await insist(app, { action: 'uploadComplete', body: said({ id }) }, quiet(way)));
  } finally {
    way.signal.removeEventListener('abort', giveUp);
  }
}

/** A file that cannot be read any more was moved or changed while it was sent. */
export const sendParts: Sender = (app, file, way) =>
  travel(app, file, way).catch((): Sent => ({ why: '', final: false }));
