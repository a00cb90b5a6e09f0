/** Garbage, floods, foreign pages and guessed names at the socket of a running product: nothing changes, and it keeps running. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { MATCH_ALL } from '../../../common/entity/filter';
import type { TopicSpec } from '../../../common/protocol/liveEvents';
import { connectLiveClient, type LiveClient } from '../../../server/testing/live/liveClient';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { startProduct, type Product } from '../../testing/product/startProduct';
import { openRawSocket, type RawSocket } from '../../testing/network/rawSocket';

const LIST: TopicSpec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
const event = (...parts: readonly unknown[]) => `42/admin,1${JSON.stringify(parts)}`;
const sub = (topic: unknown) => event('sub', { epoch: '', topics: [topic] });
const list = (more: object) =>
  sub({ t: 'a', spec: { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [], ...more } });
const nested = (depth: number) => JSON.parse(`${'{"all":['.repeat(depth)}${']}'.repeat(depth)}`) as unknown;

/** Packets of Engine.IO and Socket.IO as text, most of them invalid. */
const PACKETS: readonly string[] = [
  ...[
    '',
    '0',
    '1',
    '2',
    '2probe',
    '3',
    '5',
    '6',
    '7',
    '9',
    'x',
    '\u0000',
    '4',
    '40',
    '41',
    '43',
    '44',
    '45',
    '46',
    '49',
  ],
  ...['40/', '40/,', '40/nowhere,{"token":"x"}', '40/admin', '40/admin,', '40/admin,{', '40/admin,[]', '40/admin,null'],
  ...[
    '40/admin,{"token":1}',
    '40/admin,{"token":{"length":5}}',
    '40/member,{"token":""}',
    `40/${'x'.repeat(30_000)},{}`,
  ],
  ...['41/admin', '41/admin,', '42', '42[]', '42["sub"]', '42/admin', '42/admin,', '42/admin,{}', '42/admin,"sub"'],
  ...['42/admin,["connect"]', '42/admin,["disconnect"]', '42/admin,["error"]', '42/admin,["__proto__",{}]'],
  ...['42/admin,["newListener"]', '42/admin,["constructor"]', '42/admin,[null]', '42/admin,[0]', '42/admin,[{}]'],
  ...['43/admin,1[]', '43/admin,999999999[1]', '43/admin,-1[]', '44/admin,{"message":"no"}', '44'],
  ...[
    '451-/admin,["sub",{"_placeholder":true,"num":0}]',
    '4510-/admin,["sub"]',
    '45999999999-["x"]',
    '451-["x"]',
    '45-',
  ],
  ...[
    '461-/admin,1[{"_placeholder":true,"num":-1}]',
    '451-/admin,["sub",{"_placeholder":true,"num":"a"}]',
    '451-[',
    '45x-[]',
  ],
  ...[
    '42/admin,1e9["sub",{}]',
    '42/admin,00000000000000000000["sub",{}]',
    '42/admin,1["sub"',
    '42/admin,1["sub",undefined]',
  ],
  ...[
    event('sub'),
    event('sub', null),
    event('sub', 1),
    event('sub', []),
    event('sub', { topics: {} }),
    event('sub', {}),
  ],
  ...[event('sub', { epoch: 1, topics: [] }), event('sub', { epoch: 'x'.repeat(500), topics: [] })],
  ...[
    sub(null),
    sub({}),
    sub({ t: '', spec: {} }),
    sub({ t: 'a' }),
    sub({ t: 'a', spec: null }),
    sub({ t: 'a', spec: 'q:1' }),
  ],
  ...[
    list({ e: '__proto__' }),
    list({ e: 'session' }),
    list({ e: 'change_log' }),
    list({ e: 'news_category; DROP TABLE x' }),
  ],
  ...[
    list({ where: nested(400) }),
    list({ where: { field: 'password', op: '=', value: 1 } }),
    list({ sort: [{ field: 'constructor', dir: 'asc' }] }),
  ],
  ...[
    list({ q: 'x'.repeat(40_000) }),
    list({ limit: 1e9 }),
    sub({ t: 'a', spec: { k: 'row', e: 'admin', id: 1e308 } }),
  ],
  ...[sub({ t: 'a', spec: { k: 'row', e: 'admin', id: '1 OR 1=1' } }), sub({ t: 'a', spec: { k: 'dash', w: ['*'] } })],
  ...[
    event('join', 'q:everything'),
    event('auth'),
    event('auth', {}),
    event('auth', { token: 'guessed' }),
    event('unsub', { t: '*' }),
  ],
  ...[
    event('vis'),
    event('vis', { hidden: 'yes' }),
    event('focus', {}),
    event('ask', { t: 1 }),
    event('care'),
    event('care', { ids: ['1 OR 1=1'] }),
    event('care', { ids: [1e308], more: 1 }),
    event('chg', { t: 'q:1', e: 'x', s: '1', c: [] }),
  ],
  ...[event('bye', { code: 401 }), event('reset', { t: [] }), event('tick', {}), event('authz', {})],
];
/** Invalid frames: reserved bits, wrong lengths, broken UTF-8, oversized control frames, missing mask. */
const FRAMES: readonly (readonly [payload: Buffer, first: number])[] = [
  [Buffer.from('42'), 0xf1],
  [Buffer.from('42'), 0x83],
  [Buffer.from('42'), 0x01],
  [Buffer.from('42'), 0x80],
  [Buffer.from([0xff, 0xfe, 0xc0]), 0x81],
  [Buffer.alloc(200), 0x89],
  [Buffer.from([0x03]), 0x88],
  [Buffer.alloc(60_000, 0x34), 0x82],
];
const BYTES: readonly Buffer[] = [
  Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
  Buffer.from([0x81, 0x02, 0x34, 0x32]),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  Buffer.alloc(4_096, 0xff),
];

describe('hostile frames', () => {
  let product: Product;
  let root: Caller;
  let honest: LiveClient;
  let pid: unknown;

  const greeted = async () => {
    const socket = await openRawSocket(product.url);
    socket.frame(`40/admin,${JSON.stringify({ token: root.token })}`);
    for (let tries = 0; tries < 3_000 && !socket.receivedText().includes('40/admin,{"sid"'); tries += 1)
      await sleep(10);
    return socket;
  };
  /** Sends each on two separate connections: before and after authentication. */
  const say = async (speak: (socket: RawSocket) => void) => {
    const sockets = await Promise.all([openRawSocket(product.url), greeted()]);
    for (const socket of sockets) speak(socket);
    await sleep(5);
    for (const socket of sockets) socket.close();
  };
  const stillHears = async (name: string) => {
    const before = honest.frames.length;
    await root.add('news_category', { name });
    for (let tries = 0; tries < 3_000 && honest.frames.length === before; tries += 1) await sleep(10);
    expect(honest.frames.slice(before).flatMap(({ c }) => c.map(({ row }) => row?.['name']))).toEqual([name]);
    expect(product.pid()).toBe(pid);
  };

  beforeAll(async () => {
    product = await startProduct({ env: { SEED: 'base' } });
    root = await callAsAdmin(product.url);
    honest = await connectLiveClient(`${product.url}/admin`, root.token, {});
    await honest.subscribe('a', LIST, undefined, '');
    pid = product.pid();
  });
  afterAll(async () => {
    honest.close();
    await product.dispose();
  });

  it(`change nothing: ${PACKETS.length + FRAMES.length + BYTES.length} of them, before and after signing in`, async () => {
    const before = await root.index('news_category');
    for (const packet of PACKETS) await say((socket) => socket.frame(packet));
    for (const [payload, first] of FRAMES) await say((socket) => socket.frame(payload, first));
    for (const bytes of BYTES) await say((socket) => socket.bytes(bytes));
    expect((await root.index('news_category')).list).toEqual(before.list);
    await stillHears('After the garbage');
    expect(product.output()).not.toMatch(/unhandled|uncaught/i);
  });

  it('a guessed room receives nothing, and a foreign page not even a connection', async () => {
    const guesser = await greeted();
    for (const room of ['q:1', 'news_category', 'r:news_category:1', 'admin:1', 'paused'])
      guesser.frame(event('join', room));
    const foreign = ['https://evil.example', 'null', product.url.replace('http:', 'https:').replace(/\d+$/, '1')];
    for (const origin of foreign) {
      const page = await openRawSocket(product.url, { Origin: origin });
      expect(page.receivedText()).not.toContain('"sid"');
      page.close();
    }
    await stillHears('Not for guessers');
    expect(guesser.receivedText()).not.toContain('Not for guessers');
    guesser.close();
  });

  it('a flood is disconnected without effect on other clients', async () => {
    const flooder = await greeted();
    for (let index = 0; index < 5_000; index += 1) flooder.frame(event('vis', { hidden: false }));
    await stillHears('During the flood');
    for (let tries = 0; tries < 3_000 && !flooder.receivedText().includes('"bye"'); tries += 1) await sleep(10);
    expect(flooder.receivedText()).toContain('["bye",{"code":429');
    // The whole connection is closed: it cannot authenticate again.
    const receivedLength = flooder.receivedText().length;
    flooder.frame(`40/admin,${JSON.stringify({ token: root.token })}`);
    await sleep(300);
    expect(flooder.receivedText().slice(receivedLength)).not.toContain('"sid"');
    flooder.close();
  });
});
