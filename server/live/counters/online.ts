/** Who is connected: staff and members each counted once, however many tabs they have. */
import { may, type Actor } from '../../../common/entity/access';
import type { Registry } from '../../../common/entity/registry';
import type { Online } from '../../../common/protocol/live';
import { isWallName } from '../../access/walls';
import type { Peer } from '../peer';
import type { Connected } from './elsewhere';

/** With names, or only how many. */
export type Presented = 'named' | 'plain';
export const ROOMS: Readonly<Record<Presented, string>> = { named: 'dash:online:named', plain: 'dash:online' };

/** Names are for whoever may read the list of admins; members are only ever a number. */
export function faceFor(registry: Registry, actor: Actor): Presented {
  const admins = registry.get('admin');
  return admins !== undefined && may(actor, admins, 'read') ? 'named' : 'plain';
}

/** Whoever is connected to this node. */
export function connectedTo(peers: Iterable<Peer>): Connected {
  const people = new Map<string, { readonly id: number; readonly name: string }>();
  const members = new Set<number>();
  for (const { realm, principal, actor, supportBy } of peers) {
    if (isWallName(principal) || supportBy !== undefined) continue;
    const id = Number(principal.split(':')[1]);
    if (realm === 'member') members.add(id);
    else people.set(principal, { id, name: actor.name });
  }
  const byId = <T>(list: readonly T[], idOf: (one: T) => number) => [...list].sort((a, b) => idOf(a) - idOf(b));
  return { people: byId([...people.values()], ({ id }) => id), members: byId([...members], (id) => id) };
}

/** Whoever is connected to any node, each once. */
function together(all: readonly Connected[]): Connected {
  const people = new Map(all.flatMap((one) => one.people.map((person) => [person.id, person] as const)));
  return {
    people: [...people.values()].sort((one, other) => one.id - other.id),
    members: [...new Set(all.flatMap(({ members }) => members))],
  };
}

export function createOnline(peers: () => Iterable<Peer>, elsewhere: () => readonly Connected[]) {
  let text = '';
  const now = () => together([connectedTo(peers()), ...elsewhere()]);
  return {
    /** Whether somebody came or went since the last look. */
    look: (): boolean => {
      const { people, members } = now();
      const seen = JSON.stringify([people, members.length]);
      const changed = seen !== text;
      text = seen;
      return changed;
    },
    now: (face: Presented): Online => {
      const { people, members } = now();
      return { staff: people.length, members: members.length, ...(face === 'named' ? { people } : {}) };
    },
  };
}
