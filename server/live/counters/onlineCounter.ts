/** Counts online admins and members, each once for all their tabs. */
import { canUse, type Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { OnlineUsers } from '../../../common/protocol/liveEvents';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import type { Connection } from '../sockets/connection';
import type { ConnectedPeople } from './crossNodeOnline';

/** Names, or only numbers. */
export type OnlineDetail = 'named' | 'plain';
export const ONLINE_ROOMS: Readonly<Record<OnlineDetail, string>> = {
  named: 'dash:online:named',
  plain: 'dash:online',
};

/** Names of admins require permission to read the list of admins; members are always a number. */
export function findOnlineDetail(registry: Registry, actor: Actor): OnlineDetail {
  const admins = registry.get('admin');
  return admins !== undefined && canUse(actor, admins, 'read') ? 'named' : 'plain';
}

/** The principals connected to this node. */
export function listConnected(connections: Iterable<Connection>): ConnectedPeople {
  const people = new Map<string, { readonly id: number; readonly name: string }>();
  const members = new Set<number>();
  for (const { realm, principal, actor, supportBy } of connections) {
    if (isKioskPrincipal(principal) || supportBy !== undefined) continue;
    const id = Number(principal.split(':')[1]);
    if (realm === 'member') members.add(id);
    else people.set(principal, { id, name: actor.name });
  }
  const byId = <T>(list: readonly T[], getId: (item: T) => number) => [...list].sort((a, b) => getId(a) - getId(b));
  return { people: byId([...people.values()], ({ id }) => id), members: byId([...members], (id) => id) };
}

/** The principals connected to any node, each once. */
function mergeConnected(all: readonly ConnectedPeople[]): ConnectedPeople {
  const people = new Map(all.flatMap(({ people }) => people.map((person) => [person.id, person] as const)));
  return {
    people: [...people.values()].sort((a, b) => a.id - b.id),
    members: [...new Set(all.flatMap(({ members }) => members))],
  };
}

export function createOnlineCounter(connections: () => Iterable<Connection>, remote: () => readonly ConnectedPeople[]) {
  let previous = '';
  const listOnline = () => mergeConnected([listConnected(connections()), ...remote()]);
  return {
    /** Whether the list changed since the last call. */
    hasChanged: (): boolean => {
      const { people, members } = listOnline();
      const current = JSON.stringify([people, members.length]);
      const changed = current !== previous;
      previous = current;
      return changed;
    },
    getOnline: (detail: OnlineDetail): OnlineUsers => {
      const { people, members } = listOnline();
      return { staff: people.length, members: members.length, ...(detail === 'named' ? { people } : {}) };
    },
  };
}
