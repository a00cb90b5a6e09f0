/** A file on its way past the house: what the store and the house are told, and what becomes of it when one of them refuses. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestClient } from '../../testing/testClient';
import { sendDirect } from './sendDirect';
import { senderFor } from './senderFor';
import { GIVEN_UP, sendWhole } from './sender';

interface Heard {
  readonly what: string;
  readonly headers: IncomingMessage['headers'];
}
interface Answers {
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
async function stage({ ticket, store = [], back = [] }: Answers = {}) {
  const heard: Heard[] = [];
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
      const what = `${request.method ?? ''} ${request.url ?? ''}`;
      heard.push({ what, headers: request.headers });
      const say = (value: object) => response.end(JSON.stringify(value));
      if (what.startsWith('POST /bucket')) {
        response.writeHead(store.shift() ?? 200).end();
      } else if (what.endsWith('uploadTicket')) say(ticket ?? offer((tickets += 1)));
      else if (what.endsWith('callback')) {
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
  return { heard, whats: () => heard.map(({ what }) => what), app: createTestClient({ origin }).app };
}
/** The forms this page sends: jsdom writes Node's FormData as text, so the request itself does not show their fields. */
function watchForms(): readonly FormData[] {
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
const way = () => ({ onProgress: () => undefined, signal: new AbortController().signal });
const TICKET = 'POST /admin/ajax/uploadTicket';
const BACK = 'POST /admin/Alioss/callback';
const RETURN = 'POST /admin/ajax/uploadReturn';
const put = (n: number) => `POST /bucket${n}`;

/** Tickets that came to nothing are given back behind everything else. */
async function returned({ whats }: { readonly whats: () => readonly string[] }, count: number): Promise<void> {
  const given = () => whats().filter((what) => what === RETURN).length;
  for (let tries = 0; tries < 500 && given() < count; tries += 1) await new Promise((done) => setTimeout(done, 10));
  expect(given()).toBe(count);
}

describe('a direct upload', () => {
  it('asks for a form, posts key, parameters and the file as the last field without a token, and calls back', async () => {
    const { heard, whats, app } = await stage();
    const posted = watchForms();
    expect(await sendDirect(app, file(), way())).toEqual({ file: FILE });
    expect(whats()).toEqual([TICKET, put(1), BACK]);
    const sent = heard.find(({ what }) => what === put(1));
    expect(sent?.headers['batoken']).toBeUndefined();
    const form = posted.find((body) => body.has('policy'));
    expect([...(form?.keys() ?? [])]).toEqual(['key', 'Content-Type', 'policy', 'file']);
    expect(form?.get('key')).toBe('incoming/key1');
  });

  it('says the words of the house, or that the store did not take it, and never calls back then', async () => {
    const refused = await stage({ ticket: { code: 0, msg: 'Not this type.', data: null } });
    expect(await sendDirect(refused.app, file(), way())).toEqual({ why: 'Not this type.', final: true });
    const away = await stage({ store: [503] });
    expect(await sendDirect(away.app, file(), way())).toEqual({ why: '', final: false, at: 'store' });
    expect(away.whats().slice(0, 2)).toEqual([TICKET, put(1)]);
    await returned(away, 1);
    expect(away.whats()).not.toContain(BACK);
  });

  it('asks for another address when the first is over, and gives up when that is refused too', async () => {
    const expired = await stage({ store: [403] });
    expect(await sendDirect(expired.app, file(), way())).toEqual({ file: FILE });
    expect(expired.whats().filter((what) => what !== RETURN)).toEqual([TICKET, put(1), TICKET, put(2), BACK]);
    await returned(expired, 1);
    const closed = await stage({ store: [403, 403, 403] });
    expect(await sendDirect(closed.app, file(), way())).toEqual({ why: '', final: false, at: 'store' });
    await returned(closed, 2);
    expect(closed.whats()).not.toContain(BACK);
  });

  it('does not send again what lies at the store and was only not looked at', async () => {
    const away = { code: 503, msg: 'The store is away.', data: null };
    const { whats, app } = await stage({ back: [away, away, away] });
    const one = file();
    expect(await sendDirect(app, one, way())).toEqual({ why: 'The store is away.', final: false });
    expect(await sendDirect(app, one, way())).toEqual({ file: FILE });
    expect(whats()).toEqual([TICKET, put(1), BACK, BACK, BACK, BACK]);
  });

  it('begins anew when the answer of the callback was lost and its ticket is spent', async () => {
    const spent = { code: 0, msg: 'Used already.', data: { again: true } };
    const { whats, app } = await stage({ back: ['lost', spent] });
    expect(await sendDirect(app, file(), way())).toEqual({ file: FILE });
    expect(whats()).toEqual([TICKET, put(1), BACK, BACK, TICKET, put(2), BACK]);
  });

  it('is judged once: what the house refused is neither sent again nor tried again', async () => {
    const { whats, app } = await stage({ back: [{ code: 0, msg: 'No picture.', data: null }] });
    expect(await sendDirect(app, file(), way())).toEqual({ why: 'No picture.', final: true });
    expect(whats()).toEqual([TICKET, put(1), BACK]);
  });

  it('stops when it is given up, and gives its ticket back', async () => {
    const { whats, app } = await stage();
    const stopper = new AbortController();
    const onProgress = () => stopper.abort(GIVEN_UP);
    expect(await sendDirect(app, file(), { onProgress, signal: stopper.signal })).toBe('stopped');
    await returned({ whats }, 1);
    const before = new AbortController();
    before.abort();
    const count = whats().length;
    expect(await sendDirect(app, file(), { ...way(), signal: before.signal })).toBe('stopped');
    expect(whats()).toHaveLength(count);
  });

  it('goes to the house itself once that keeps files on its own', async () => {
    const { whats, app } = await stage({ ticket: { code: 0, msg: 'Here.', data: { here: true } } });
    expect(await sendDirect(app, file(), way())).toEqual({ file: FILE });
    expect(whats()).toEqual([TICKET, 'POST /admin/ajax/upload']);
  });

  it('is the way of every file once the site says so', () => {
    expect(senderFor({ size: 10 }, { mode: 's3' })).toBe(sendDirect);
    expect(senderFor({ size: 10 }, { mode: 'local' })).toBe(sendWhole);
  });
});
