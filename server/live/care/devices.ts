/**
 * The devices members have connected to this node: windows of one session are one device, and support who looks is none. One that
 * falls silent is bridged for a moment, since a page that loads anew cannot be told from one that is closed; one whose session ended,
 * or that the house sent away, is gone at once.
 */
import { PACE } from '../pace';
import type { Peer } from '../peer';

export interface Devices {
  /** The member it belongs to; undefined: it is nobody’s device. */
  readonly add: (peer: Peer) => number | undefined;
  readonly remove: (peer: Peer) => number | undefined;
  /** Sessions of the member ended: none is waited for. True when one was. */
  readonly ended: (member: number) => boolean;
  /** The sessions of one member. */
  readonly of: (member: number) => ReadonlySet<string>;
  /** Everybody with a window here. */
  readonly members: () => Iterable<number>;
  readonly stop: () => void;
}
interface State {
  readonly windows: Map<number, Set<Peer>>;
  /** By member: sessions that fell silent, until they are given up. */
  readonly silent: Map<number, Map<string, NodeJS.Timeout>>;
  /** Since when sessions of a member are known to end: its windows may hear of it a moment later. */
  readonly ending: Map<number, number>;
  readonly onGone: (member: number) => void;
}
const HEARD_MS = 2_000;

/** The member a principal is, as `member:9` names it. */
export const memberNamed = (principal: string): number | undefined =>
  principal.startsWith('member:') ? Number(principal.slice('member:'.length)) : undefined;
const memberOf = ({ realm, principal }: Peer) => (realm === 'member' ? memberNamed(principal) : undefined);

function connected({ windows }: State, member: number): ReadonlySet<string> {
  // A window says anew who it is with every token.
  const there = [...(windows.get(member) ?? [])].filter(({ supportBy }) => supportBy === undefined);
  return new Set(there.map(({ sessionId }) => sessionId));
}

/** No longer waits for a session; false when it did not. */
function forget({ silent }: State, member: number, session: string): boolean {
  const waited = silent.get(member);
  clearTimeout(waited?.get(session));
  if (waited?.delete(session) !== true) return false;
  if (waited.size === 0) silent.delete(member);
  return true;
}
function bridge(state: State, member: number, { sessionId, supportBy, dismissed }: Peer): void {
  const isEnding = performance.now() - (state.ending.get(member) ?? -Infinity) < HEARD_MS;
  if (isEnding || dismissed || supportBy !== undefined || connected(state, member).has(sessionId)) return;
  forget(state, member, sessionId);
  const timer = setTimeout(() => {
    if (forget(state, member, sessionId)) state.onGone(member);
  }, PACE.deviceGap);
  timer.unref();
  state.silent.set(member, (state.silent.get(member) ?? new Map<string, NodeJS.Timeout>()).set(sessionId, timer));
}

/** `onGone`: a device that fell silent did not come back. */
export function createDevices(onGone: (member: number) => void): Devices {
  const state: State = { windows: new Map(), silent: new Map(), ending: new Map(), onGone };
  const { windows, silent, ending } = state;
  const giveUp = (member: number): boolean =>
    [...(silent.get(member)?.keys() ?? [])].filter((session) => forget(state, member, session)).length > 0;
  return {
    add: (peer) => {
      const member = memberOf(peer);
      if (member === undefined) return undefined;
      windows.set(member, (windows.get(member) ?? new Set()).add(peer));
      if (peer.supportBy === undefined) forget(state, member, peer.sessionId);
      return member;
    },
    remove: (peer) => {
      const member = memberOf(peer);
      const own = windows.get(member ?? 0);
      if (member === undefined || own?.delete(peer) !== true) return undefined;
      if (own.size === 0) windows.delete(member);
      bridge(state, member, peer);
      return member;
    },
    ended: (member) => {
      const now = performance.now();
      for (const [other, since] of ending) if (now - since >= HEARD_MS) ending.delete(other);
      if (windows.has(member)) ending.set(member, now);
      return giveUp(member);
    },
    of: (member) => new Set([...connected(state, member), ...(silent.get(member)?.keys() ?? [])]),
    members: () => new Set([...windows.keys(), ...silent.keys()]),
    stop: () => {
      for (const member of [...silent.keys()]) giveUp(member);
    },
  };
}
