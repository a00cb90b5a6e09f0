/**
 * A file straight to the object store: the server signs a form for exactly this file, the browser posts it in one piece, the
 * server checks what came. A form that has expired is asked for again; a page that may not send there yet sends to this server instead.
 */
import type { App } from '../app';
import { asRecord, asText } from '../persist';
import { alone, insist, quiet, said } from './insist';
import { putObject, type Offer } from './putObject';
import { GIVEN_UP, pathOf, postFile, sentOf, type Sender, type Sent, type Way } from './sender';
import { hereFor } from './sendHere';

/** Hashing holds the whole file in memory. */
const HASHED_TO = 64 * 1024 * 1024;
/** Pauses of the callback: a store that is away for longer is told. */
const AGAIN_MS = [500, 1500] as const;

/** Files that lie at the store and only wait to be looked at: another try need not send them again. */
const arrived = new WeakMap<File, Offer>();

/** Only pages of a safe origin may hash; the house hashes what came anyway. */
async function sha1Of(file: File): Promise<string> {
  if (!('subtle' in crypto) || file.size > HASHED_TO) return '';
  const digest = await crypto.subtle.digest('SHA-1', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function offerIn(data: Readonly<Record<string, unknown>>): Offer {
  const params = Object.entries(asRecord(data['params']) ?? {}).map(
    ([name, value]) => [name, asText(value, 4000)] as const,
  );
  return {
    url: asText(data['url'], 4000),
    object: asText(data['object'], 2000),
    key: asText(data['key'], 1000),
    params: Object.fromEntries(params),
  };
}

/** `again`: with another address it may still come; `here`: the house takes it itself. */
type Round = Sent | 'again' | 'here';

async function callBack(app: App, file: File, offer: Offer, way: Way): Promise<Round> {
  const { name, size, type } = file;
  const body = said({ url: offer.object, name, size, type, sha1: await sha1Of(file) });
  const action = `/${app.realm === 'admin' ? 'admin' : 'api'}/Alioss/callback`;
  const answer = await insist(app, { action, body, pauses: AGAIN_MS }, quiet(way));
  // What was judged is over; what only could not be asked still waits there.
  if (answer !== undefined && (answer === 'stopped' || answer.code <= 1)) arrived.delete(file);
  if (typeof answer === 'object' && answer.data['here'] === true) return 'here';
  return typeof answer === 'object' && answer.data['again'] === true ? 'again' : sentOf(answer);
}

async function toStore(app: App, file: File, offer: Offer, way: Way): Promise<Round> {
  const result = await putObject(offer, file, way);
  if (result === 'stopped') return result;
  if (result === 'taken') {
    arrived.set(file, offer);
    way.onProgress(file.size);
    return callBack(app, file, offer, way);
  }
  void postFile(app, { url: pathOf(app, 'uploadReturn'), body: said({ url: offer.object }) }, alone());
  if (result === 'refused') return 'again';
  return result === 'barred' ? 'here' : { why: '', final: false, at: 'store' };
}

/** One try with one address. */
async function attempt(app: App, file: File, way: Way): Promise<Round> {
  const known = arrived.get(file);
  if (known) {
    way.onProgress(file.size);
    return callBack(app, file, known, way);
  }
  const { name, size, type } = file;
  const asked = await postFile(app, { url: pathOf(app, 'uploadTicket'), body: said({ name, size, type }) }, quiet(way));
  if (typeof asked === 'object' && asked.data['here'] === true) return 'here';
  if (typeof asked !== 'object' || asked.code !== 1) return sentOf(asked);
  const offer = offerIn(asked.data);
  const giveUp = () => {
    if (way.signal.reason !== GIVEN_UP) return;
    arrived.delete(file);
    void postFile(app, { url: pathOf(app, 'uploadReturn'), body: said({ url: offer.object }) }, alone());
  };
  way.signal.addEventListener('abort', giveUp);
  try {
    return await toStore(app, file, offer, way);
  } finally {
    way.signal.removeEventListener('abort', giveUp);
  }
}

async function travel(app: App, file: File, way: Way): Promise<Sent> {
  for (let tries = 0; tries < 2; tries += 1) {
    const result = await attempt(app, file, way);
    if (result === 'here') return hereFor(file)(app, file, way);
    if (result !== 'again') return result;
    way.onProgress(0);
  }
  return { why: '', final: false, at: 'store' };
}

/** A file that cannot be read any more was moved or changed while it was sent. */
export const sendDirect: Sender = (app, file, way) =>
  travel(app, file, way).catch((): Sent => ({ why: '', final: false }));
