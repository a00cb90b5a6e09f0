/** A file on its way past the house: what the store and the house are told, and what becomes of it when one of them refuses. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestClient } from '../../testing/testClient';
import { sendToObjectStore } from './sendToObjectStore';
import { chooseStrategy } from './chooseStrategy';
import { CANCELLED_BY_USER, sendWholeFile } from './strategy';

interface RecordedRequest {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
}
interface ScriptedAnswers {
  readonly ticket?: object;
  /** Of the store, one after another; 200 once they are used up. */
  readonly store?: number[];
  /** Of the callback, one after another; the file once they are used up. `lost`: no answer comes. */
  readonly back?: (object | 'lost')[];
}
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
const FILE = { id: 5, url: '/storage/a.txt', name: 'a.txt' };

/** House and store in one, each under paths of its own. */
async function startServers({ ticket, store = [], back = [] }: ScriptedAnswers = {}) {
  const requests: RecordedRequest[] = [];
  let tickets = 0;
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, content-type, batoken, server, think-lang');
    response.setHeader('access-control-allow-methods', 'POST');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    request.resume().on('end', () => {
      const line = `${request.method ?? ''} ${request.url ?? ''}`;
      requests.push({ line, headers: request.headers });
      const say = (value: object) => response.end(JSON.stringify(value));
      if (line.startsWith('POST /bucket')) {
        response.writeHead(store.shift() ?? 200).end();
      } else if (line.endsWith('uploadTicket')) say(ticket ?? offer((tickets += 1)));
      else if (line.endsWith('callback')) {
        const answer = back.shift() ?? { code: 1, msg: '', data: { file: FILE } };
        // No words of ours: whatever stands between may answer like that.
        if (answer === 'lost') response.end('');
        else say(answer);
      } else say({ code: 1, msg: '', data: { file: FILE } });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port
  const offer = (n: number) => ({
    ...{ code: 1, msg: '' },
    data: {
      ...{ url: `${origin}/bucket${n}`, object: `${origin}/object${n}`, key: `incoming/key${n}` },
      params: { 'Content-Type': 'text/x', policy: 'signed' },
    },
  });
  return { heard: requests, whats: () => requests.map(({ line }) => line), app: createTestClient({ origin }).app };
}
/** The forms this page sends: jsdom writes Node's FormData as text, so the request itself does not show their fields. */
function recordForms(): readonly FormData[] {
  const posted: FormData[] = [];
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | Document | null) {
    if (body instanceof FormData) posted.push(body);
    send.call(this, body);
  };
  closing.push(() => (XMLHttpRequest.prototype.send = send));
  return posted;
}
const file = () => new File(['hello'], 'a.txt', { type: 'text/plain' });
const createTransfer = () => ({ onProgress: () => undefined, signal: new AbortController().signal });
const TICKET = 'POST /admin/ajax/uploadTicket';
const CALLBACK = 'POST /admin/Alioss/callback';
const RETURN = 'POST /admin/ajax/uploadReturn';
const putRequest = (n: number) => `POST /bucket${n}`;

/** Tickets that came to nothing are given back behind everything else. */
async function waitForReturnedTickets(
  { whats: requestLines }: { readonly whats: () => readonly string[] },
  count: number,
): Promise<void> {
  const given = () => requestLines().filter((line) => line === RETURN).length;
  for (let tries = 0; tries < 500 && given() < count; tries += 1) await sleep(10);
  expect(given()).toBe(count);
}

describe('a direct upload', () => {
  it('asks for a form, posts key, parameters and the file as the last field without a token, and calls back', async () => {
    const { heard: requests, whats: requestLines, app } = await startServers();
    const posted = recordForms();
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK]);
    const sent = requests.find(({ line }) => line === putRequest(1));
    expect(sent?.headers['batoken']).toBeUndefined();
    const form = posted.find((body) => body.has('policy'));
    expect([...(form?.keys() ?? [])]).toEqual(['key', 'Content-Type', 'policy', 'file']);
    expect(form?.get('key')).toBe('incoming/key1');
  });

  it('says the words of the house, or that the store did not take it, and never calls back then', async () => {
    const refused = await startServers({ ticket: { code: 0, msg: 'Not this type.', data: null } });
    expect(await sendToObjectStore(refused.app, file(), createTransfer())).toEqual({
      why: 'Not this type.',
      final: true,
    });
    const away = await startServers({ store: [503] });
    expect(await sendToObjectStore(away.app, file(), createTransfer())).toEqual({ why: '', final: false, at: 'store' });
    expect(away.whats().slice(0, 2)).toEqual([TICKET, putRequest(1)]);
    await waitForReturnedTickets(away, 1);
    expect(away.whats()).not.toContain(CALLBACK);
  });

  it('asks for another address when the first is over, and gives up when that is refused too', async () => {
    const expired = await startServers({ store: [403] });
    expect(await sendToObjectStore(expired.app, file(), createTransfer())).toEqual({ file: FILE });
    expect(expired.whats().filter((line) => line !== RETURN)).toEqual([
      TICKET,
      putRequest(1),
      TICKET,
      putRequest(2),
      CALLBACK,
    ]);
    await waitForReturnedTickets(expired, 1);
    const closed = await startServers({ store: [403, 403, 403] });
    expect(await sendToObjectStore(closed.app, file(), createTransfer())).toEqual({
      why: '',
      final: false,
      at: 'store',
    });
    await waitForReturnedTickets(closed, 2);
    expect(closed.whats()).not.toContain(CALLBACK);
  });

  it('does not send again what lies at the store and was only not looked at', async () => {
    const away = { code: 503, msg: 'The store is away.', data: null };
    const { whats: requestLines, app } = await startServers({ back: [away, away, away] });
    const one = file();
    expect(await sendToObjectStore(app, one, createTransfer())).toEqual({ why: 'The store is away.', final: false });
    expect(await sendToObjectStore(app, one, createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK, CALLBACK, CALLBACK, CALLBACK]);
  });

  it('begins anew when the answer of the callback was lost and its ticket is spent', async () => {
    const spent = { code: 0, msg: 'Used already.', data: { again: true } };
    const { whats: requestLines, app } = await startServers({ back: ['lost', spent] });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK, CALLBACK, TICKET, putRequest(2), CALLBACK]);
  });

  it('is judged once: what the house refused is neither sent again nor tried again', async () => {
    const { whats: requestLines, app } = await startServers({ back: [{ code: 0, msg: 'No picture.', data: null }] });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ why: 'No picture.', final: true });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK]);
  });

  it('stops when it is given up, and gives its ticket back', async () => {
    const { whats: requestLines, app } = await startServers();
    const stopper = new AbortController();
    const onProgress = () => stopper.abort(CANCELLED_BY_USER);
    expect(await sendToObjectStore(app, file(), { onProgress, signal: stopper.signal })).toBe('stopped');
    await waitForReturnedTickets({ whats: requestLines }, 1);
    const before = new AbortController();
    before.abort();
    const count = requestLines().length;
    expect(await sendToObjectStore(app, file(), { ...createTransfer(), signal: before.signal })).toBe('stopped');
    expect(requestLines()).toHaveLength(count);
  });

  it('goes to the house itself once that keeps files on its own', async () => {
    const { whats: requestLines, app } = await startServers({
      ticket: { code: 0, msg: 'Here.', data: { here: true } },
    });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, 'POST /admin/ajax/upload']);
  });

  it('is the way of every file once the site says so', () => {
    expect(chooseStrategy({ size: 10 }, { mode: 's3' })).toBe(sendToObjectStore);
    expect(chooseStrategy({ size: 10 }, { mode: 'local' })).toBe(sendWholeFile);
  });
});
