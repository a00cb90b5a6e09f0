/** What a handshake costs while many others are connected: it looks at none of their sockets. */
import { expect, it } from '@jest/globals';
import { LIMITS } from '../../common/limits';
import { PROTOCOL } from '../../common/protocol/live';
import { GUEST } from '../../common/entity/access';
import type { Authenticated, LiveSocket, Peer } from './peer';
import { Peers } from './peers';
import { admission, type SocketOptions } from './socket';

const peerOf = (principal: string, onRead: () => void = () => undefined) =>
  ({
    get principal() {
      onRead();
      return principal;
    },
  }) as unknown as Peer;

/** Counts what of the peers is read. */
class Watched extends Peers {
  walks = 0;
  override values() {
    this.walks += 1;
    return super.values();
  }
  override entries() {
    this.walks += 1;
    return super.entries();
  }
  override [Symbol.iterator]() {
    this.walks += 1;
    return super[Symbol.iterator]();
  }
  override forEach(...args: Parameters<Map<string, Peer>['forEach']>) {
    this.walks += 1;
    super.forEach(...args);
  }
}
const handshakeOf = (token: string) =>
  ({ handshake: { auth: { token, v: PROTOCOL } } }) as unknown as Pick<LiveSocket, 'handshake'>;
const admit = (peers: Peers) =>
  admission(
    {
      peers,
      lag: () => 0,
      passes: { position: () => 1 } as SocketOptions['passes'],
      authenticate: (_realm, principal): Promise<Authenticated> =>
        Promise.resolve({ actor: GUEST, sessionId: 's', principal, expiresAt: 0 }),
    },
    'admin',
  );

it('a handshake reads none of a thousand other sockets', async () => {
  const peers = new Watched();
  let reads = 0;
  for (let at = 0; at < 1_000; at += 1)
    peers.set(
      `s${at}`,
      peerOf(`admin:${at}`, () => (reads += 1)),
    );
  reads = 0;
  expect(await admit(peers)(handshakeOf('admin:5'))).toMatchObject({ principal: 'admin:5', position: 1 });
  expect([peers.walks, reads]).toEqual([0, 0]);
});

it('a handshake is refused while the principal has as many sockets as it may, and no longer', async () => {
  const peers = new Peers();
  const enter = admit(peers);
  for (let at = 0; at < LIMITS.socketsPerPrincipal; at += 1) peers.set(`s${at}`, peerOf('admin:1'));
  peers.set('s0', peerOf('admin:1'));
  expect(await enter(handshakeOf('admin:1'))).toMatchObject({ data: { code: 429 } });
  expect(await enter(handshakeOf('admin:2'))).toMatchObject({ principal: 'admin:2' });
  expect([peers.delete('s0'), peers.delete('s0')]).toEqual([true, false]);
  expect(await enter(handshakeOf('admin:1'))).toMatchObject({ principal: 'admin:1' });
  peers.clear();
  expect([peers.size, peers.countOf('admin:1')]).toEqual([0, 0]);
});
