/** The devices members have connected to this node: windows of one session are one device, and support who looks is none. */
import type { Peer } from '../peer';

export interface Devices {
  /** The member it belongs to; undefined: it is nobody’s device. */
  readonly add: (peer: Peer) => number | undefined;
  readonly remove: (peer: Peer) => number | undefined;
  /** The sessions of one member. */
  readonly of: (member: number) => ReadonlySet<string>;
  /** Everybody with a window here. */
  readonly members: () => Iterable<number>;
}

const memberOf = ({ realm, principal }: Peer): number | undefined =>
  realm === 'member' ? Number(principal.slice(principal.indexOf(':') + 1)) : undefined;

export function createDevices(): Devices {
  const windows = new Map<number, Set<Peer>>();
  const of = (member: number): ReadonlySet<string> => {
    // A window says anew who it is with every token.
    const there = [...(windows.get(member) ?? [])].filter(({ supportBy }) => supportBy === undefined);
    return new Set(there.map(({ sessionId }) => sessionId));
  };
  return {
    add: (peer) => {
      const member = memberOf(peer);
      if (member !== undefined) windows.set(member, (windows.get(member) ?? new Set()).add(peer));
      return member;
    },
    remove: (peer) => {
      const member = memberOf(peer);
      const own = windows.get(member ?? 0);
      if (own?.delete(peer) !== true) return undefined;
      if (own.size === 0) windows.delete(member ?? 0);
      return member;
    },
    of,
    members: () => windows.keys(),
  };
}
