/** The cost of a handshake while many others are connected: it reads none of their connections. */
import { expect, it } from '@jest/globals';
import { LIMITS } from '../../../common/limits';
import { PROTOCOL_VERSION } from '../../../common/protocol/liveEvents';
import { GUEST } from '../../../common/entity/access';
import type { SocketAuthentication, LiveSocket, Connection } from './connection';
import { ConnectionRegistry } from './connectionRegistry';
import { createAdmission, type NamespaceOptions } from './serveNamespace';

const getConnection = (principal: string, onRead: () => void = () => undefined) =>
  ({
    get principal() {
      onRead();
      return principal;
    },
  }) as unknown as Connection;

/** Counts reads of the connections. */
class Watched extends ConnectionRegistry {
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
  override forEach(...args: Parameters<Map<string, Connection>['forEach']>) {
    this.walks += 1;
    super.forEach(...args);
  }
}
const getHandshake = (token: string) =>
  ({ handshake: { auth: { token, v: PROTOCOL_VERSION } } }) as unknown as Pick<LiveSocket, 'handshake'>;
const admit = (connections: ConnectionRegistry) =>
  createAdmission(
    {
      connections,
      lagMs: () => 0,
      fanout: { position: () => 1 } as NamespaceOptions['fanout'],
      authenticate: (_realm, principal): Promise<SocketAuthentication> =>
        Promise.resolve({ actor: GUEST, sessionId: 's', principal, expiresAt: 0 }),
    },
    'admin',
  );

it('a handshake reads none of a thousand other connections', async () => {
  const connections = new Watched();
  let reads = 0;
  for (let index = 0; index < 1_000; index += 1)
    connections.set(
      `s${index}`,
      getConnection(`admin:${index}`, () => (reads += 1)),
    );
  reads = 0;
  expect(await admit(connections)(getHandshake('admin:5'))).toMatchObject({ principal: 'admin:5', position: 1 });
  expect([connections.walks, reads]).toEqual([0, 0]);
});

it('a handshake is refused while the principal is at its limit of connections', async () => {
  const connections = new ConnectionRegistry();
  const enter = admit(connections);
  for (let index = 0; index < LIMITS.socketsPerPrincipal; index += 1)
    connections.set(`s${index}`, getConnection('admin:1'));
  connections.set('s0', getConnection('admin:1'));
  expect(await enter(getHandshake('admin:1'))).toMatchObject({ data: { code: 429 } });
  expect(await enter(getHandshake('admin:2'))).toMatchObject({ principal: 'admin:2' });
  expect([connections.delete('s0'), connections.delete('s0')]).toEqual([true, false]);
  expect(await enter(getHandshake('admin:1'))).toMatchObject({ principal: 'admin:1' });
  connections.clear();
  expect([connections.size, connections.countForPrincipal('admin:1')]).toEqual([0, 0]);
});
