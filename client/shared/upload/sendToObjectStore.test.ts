/** Direct upload to an object store: the requests to store and server, and the result when one of them refuses. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestClient } from '../../testing/testClient';
import { sendToObjectStore } from './sendToObjectStore';
import { chooseUploadStrategy } from './chooseStrategy';
import { CANCELLED_BY_USER, sendWholeFile } from './uploadStrategy';

interface RecordedRequest {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
}
interface ScriptedResponses {
  readonly ticket?: object;
  /** Status codes of the store, in order; 200 once they are used up. */
  readonly store?: number[];
  /** Responses of the callback, in order; the file once they are used up. `lost`: the response is empty. */
  readonly back?: (object | 'lost')[];
}
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
const FILE = { id: 5, url: '/storage/a.txt', name: 'a.txt' };

/** The server and the object store in one HTTP server, each under its own paths. */
async function startServers({ ticket, store = [], back = [] }: ScriptedResponses = {}) {
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
      const respond = (value: object) => response.end(JSON.stringify(value));
      if (line.startsWith('POST /bucket')) {
        response.writeHead(store.shift() ?? 200).end();
      } else if (line.endsWith('uploadTicket')) respond(ticket ?? offer((tickets += 1)));
      else if (line.endsWith('callback')) {
        const answer = back.shift() ?? { code: 1, msg: '', data: { file: FILE } };
        // Not an envelope: a proxy may respond like that.
        if (answer === 'lost') response.end('');
        else respond(answer);
      } else respond({ code: 1, msg: '', data: { file: FILE } });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listens on a port
  const offer = (n: number) => ({
    code: 1,
    msg: '',
    data: {
      url: `${origin}/bucket${n}`,
      object: `${origin}/object${n}`,
      key: `incoming/key${n}`,
      params: { 'Content-Type': 'text/x', policy: 'signed' },
    },
  });
  return { requests, requestLines: () => requests.map(({ line }) => line), app: createTestClient({ origin }).app };
}
/** Records the sent forms: jsdom writes Node’s FormData as text, so the request itself does not show their fields. */
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

/** Waits until `count` unused tickets are returned, which happens in the background. */
async function waitForReturnedTickets(
  { requestLines }: { readonly requestLines: () => readonly string[] },
  count: number,
): Promise<void> {
  const returnedCount = () => requestLines().filter((line) => line === RETURN).length;
  for (let tries = 0; tries < 500 && returnedCount() < count; tries += 1) await sleep(10);
  expect(returnedCount()).toBe(count);
}

describe('a direct upload', () => {
  it('gets a ticket, posts key, parameters and the file as the last field without a token, and calls back', async () => {
    const { requests, requestLines, app } = await startServers();
    const posted = recordForms();
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK]);
    const sent = requests.find(({ line }) => line === putRequest(1));
    expect(sent?.headers['batoken']).toBeUndefined();
    const form = posted.find((body) => body.has('policy'));
    expect([...(form?.keys() ?? [])]).toEqual(['key', 'Content-Type', 'policy', 'file']);
    expect(form?.get('key')).toBe('incoming/key1');
  });

  it('returns the message of the server or a failure of the store, without a callback', async () => {
    const refused = await startServers({ ticket: { code: 0, msg: 'Not this type.', data: null } });
    expect(await sendToObjectStore(refused.app, file(), createTransfer())).toEqual({
      errorMessage: 'Not this type.',
      isFinal: true,
    });
    const unavailable = await startServers({ store: [503] });
    expect(await sendToObjectStore(unavailable.app, file(), createTransfer())).toEqual({
      errorMessage: '',
      isFinal: false,
      failedAt: 'store',
    });
    expect(unavailable.requestLines().slice(0, 2)).toEqual([TICKET, putRequest(1)]);
    await waitForReturnedTickets(unavailable, 1);
    expect(unavailable.requestLines()).not.toContain(CALLBACK);
  });

  it('gets a new ticket when the first has expired, and fails when the store refuses that too', async () => {
    const expired = await startServers({ store: [403] });
    expect(await sendToObjectStore(expired.app, file(), createTransfer())).toEqual({ file: FILE });
    expect(expired.requestLines().filter((line) => line !== RETURN)).toEqual([
      TICKET,
      putRequest(1),
      TICKET,
      putRequest(2),
      CALLBACK,
    ]);
    await waitForReturnedTickets(expired, 1);
    const closed = await startServers({ store: [403, 403, 403] });
    expect(await sendToObjectStore(closed.app, file(), createTransfer())).toEqual({
      errorMessage: '',
      isFinal: false,
      failedAt: 'store',
    });
    await waitForReturnedTickets(closed, 2);
    expect(closed.requestLines()).not.toContain(CALLBACK);
  });

  it('a direct upload does not send a stored file again when only the callback failed', async () => {
    const unavailable = { code: 503, msg: 'The store is away.', data: null };
    const { requestLines, app } = await startServers({ back: [unavailable, unavailable, unavailable] });
    const upload = file();
    expect(await sendToObjectStore(app, upload, createTransfer())).toEqual({
      errorMessage: 'The store is away.',
      isFinal: false,
    });
    expect(await sendToObjectStore(app, upload, createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK, CALLBACK, CALLBACK, CALLBACK]);
  });

  it('starts again when the response of the callback was lost and its ticket is used up', async () => {
    const spent = { code: 0, msg: 'Used already.', data: { again: true } };
    const { requestLines, app } = await startServers({ back: ['lost', spent] });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK, CALLBACK, TICKET, putRequest(2), CALLBACK]);
  });

  it('a direct upload is not retried when the server refused the file', async () => {
    const { requestLines, app } = await startServers({ back: [{ code: 0, msg: 'No picture.', data: null }] });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({
      errorMessage: 'No picture.',
      isFinal: true,
    });
    expect(requestLines()).toEqual([TICKET, putRequest(1), CALLBACK]);
  });

  it('stops when it is canceled, and returns its ticket', async () => {
    const { requestLines, app } = await startServers();
    const stopper = new AbortController();
    const onProgress = () => stopper.abort(CANCELLED_BY_USER);
    expect(await sendToObjectStore(app, file(), { onProgress, signal: stopper.signal })).toBe('stopped');
    await waitForReturnedTickets({ requestLines }, 1);
    const before = new AbortController();
    before.abort();
    const count = requestLines().length;
    expect(await sendToObjectStore(app, file(), { ...createTransfer(), signal: before.signal })).toBe('stopped');
    expect(requestLines()).toHaveLength(count);
  });

  it('a direct upload is sent to the server itself when the server stores files locally', async () => {
    const { requestLines, app } = await startServers({
      ticket: { code: 0, msg: 'Here.', data: { here: true } },
    });
    expect(await sendToObjectStore(app, file(), createTransfer())).toEqual({ file: FILE });
    expect(requestLines()).toEqual([TICKET, 'POST /admin/ajax/upload']);
  });

  it('a direct upload is the strategy for every file when the site uses an object store', () => {
    expect(chooseUploadStrategy({ size: 10 }, { mode: 's3' })).toBe(sendToObjectStore);
    expect(chooseUploadStrategy({ size: 10 }, { mode: 'local' })).toBe(sendWholeFile);
  });
});
