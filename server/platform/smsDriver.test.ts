/** The SMS driver against a gateway that accepts, hangs, refuses and redirects. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSmsDriver } from './smsDriver';

const receivedRequests: {
  readonly auth: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}[] = [];
let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const key = request.headers['idempotency-key'];
      receivedRequests.push({ auth: request.headers.authorization, key: String(key), body: JSON.parse(text) });
      const [, what = ''] = (request.url ?? '').split('/');
      if (what === 'hang') return;
      if (what === 'cut') request.socket.destroy();
      else if (what === 'away') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      else response.writeHead(Number(what)).end('said');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const driveTo = async (path: string, url = `${base}/${path}`, listed = ['127.0.0.1']) =>
  createSmsDriver(
    { url, key: () => 's3cret', sign: 'Atrium', countries: [], timeoutMs: 300 },
    listed,
  )?.({
    to: '13900001111',
    text: 'Code 1',
    id: 'message-7',
  });

it('smsDriver: sends one JSON request with its key and its id', async () => {
  expect(await driveTo('200')).toBeUndefined();
  expect(receivedRequests.at(-1)).toEqual({
    auth: 'Bearer s3cret',
    key: 'message-7',
    body: { mobile: '13900001111', text: 'Code 1', sign: 'Atrium' },
  });
});
it('smsDriver: reports the kind of an error and whether a retry may help', async () => {
  const troubles = await Promise.all(['hang', 'cut', 'away', '401', '429', '503', '422'].map((path) => driveTo(path)));
  expect(troubles.map((one) => `${one?.reason} ${one?.isFinal}`)).toEqual([
    'timeout false',
    'connection false',
    'connection false',
    'login false',
    'later false',
    'later false',
    'rejected true',
  ]);
  expect((await driveTo('', 'http://127.0.0.1:1/'))?.reason).toBe('connection');
});
it('smsDriver: calls no address of the private network that the operator did not list', async () => {
  const before = receivedRequests.length;
  expect((await driveTo('200', undefined, []))?.reason).toBe('forbidden');
  expect((await driveTo('', 'ftp://127.0.0.1/'))?.reason).toBe('forbidden');
  expect(receivedRequests.length).toBe(before);
});
it('smsDriver: is undefined without a URL', () => {
  expect(createSmsDriver({ url: '', key: () => '', sign: '', countries: [], timeoutMs: 1 }, [])).toBeUndefined();
});
