/**
 * The devices members have connected to this node: windows of one session are one device, and support who looks is none. One that
 * falls silent is bridged for a moment, since a page that loads anew cannot be told from one that is closed; one whose session ended,
 * or that the house sent away, is gone at once.
 */
import { TIMING } from '../timing';
import type { Connection } from '../sockets/connection';

export interface MemberDevices {
  /** The member it belongs to; undefined: it is nobody’s device. */
  readonly add: (connection: Connection) => number | undefined;
  readonly remove: (connection: Connection) => number | undefined;
  /** Sessions of the member ended: none is waited for. True when one was. */
  readonly onSessionsEnded: (member: number) => boolean;
  /** The sessions of one member. */
  readonly sessionsOf: (member: number) => ReadonlySet<string>;
  /** Everybody with a window here. */
  readonly members: () => Iterable<number>;
  readonly stop: () => void;
}
interface State {
  readonly connectionsByMember: Map<number, Set<Connection>>;
  /** By member: sessions that fell silent, until they are given up. */
  readonly graceTimers: Map<number, Map<string, NodeJS.Timeout>>;
  /** Since when sessions of a member are known to end: its windows may hear of it a moment later. */
  readonly endingSince: Map<number, number>;
  readonly onDeviceGone: (member: number) => void;
}
const ENDING_GRACE_MS = 2_000;

/** The member a principal is, as `member:9` names it. */
export const parseMemberPrincipal = (principal: string): number | undefined =>
  principal.startsWith('member:') ? Number(principal.slice('member:'.length)) : undefined;
const memberIdOf = ({ realm, principal }: Connection) =>
  realm === 'member' ? parseMemberPrincipal(principal) : undefined;

function connectedSessions({ connectionsByMember }: State, member: number): ReadonlySet<string> {
  // A window says anew who it is with every token.
  const memberConnections = [...(connectionsByMember.get(member) ?? [])].filter(
    ({ supportBy }) => supportBy === undefined,
  );
  return new Set(memberConnections.map(({ sessionId }) => sessionId));
}

/** No longer waits for a session; false when it did not. */
function cancelGrace({ graceTimers }: State, member: number, session: string): boolean {
  const timers = graceTimers.get(member);
  clearTimeout(timers?.get(session));
  if (timers?.delete(session) !== true) return false;
  if (timers.size === 0) graceTimers.delete(member);
  return true;
}
function startGrace(
  state: State,
  member: number,
  { sessionId, supportBy, isDisconnected: dismissed }: Connection,
): void {
  const isEnding = performance.now() - (state.endingSince.get(member) ?? -Infinity) < ENDING_GRACE_MS;
  if (isEnding || dismissed || supportBy !== undefined || connectedSessions(state, member).has(sessionId)) return;
  cancelGrace(state, member, sessionId);
  const timer = setTimeout(() => {
    if (cancelGrace(state, member, sessionId)) state.onDeviceGone(member);
  }, TIMING.deviceGraceMs);
  timer.unref();
  state.graceTimers.set(
    member,
    (state.graceTimers.get(member) ?? new Map<string, NodeJS.Timeout>()).set(sessionId, timer),
  );
}

/** `onDeviceGone`: a device that fell silent did not come back. */
export function createMemberDevices(onDeviceGone: (member: number) => void): MemberDevices {
  const state: State = { connectionsByMember: new Map(), graceTimers: new Map(), endingSince: new Map(), onDeviceGone };
  const { connectionsByMember, graceTimers, endingSince } = state;
  const cancelAllGrace = (member: number): boolean =>
    [...(graceTimers.get(member)?.keys() ?? [])].filter((session) => cancelGrace(state, member, session)).length > 0;
  return {
    add: (connection) => {
      const member = memberIdOf(connection);
      if (member === undefined) return undefined;
      connectionsByMember.set(member, (connectionsByMember.get(member) ?? new Set()).add(connection));
      if (connection.supportBy === undefined) cancelGrace(state, member, connection.sessionId);
      return member;
    },
    remove: (connection) => {
      const member = memberIdOf(connection);
      const ownConnections = connectionsByMember.get(member ?? 0);
      if (member === undefined || ownConnections?.delete(connection) !== true) return undefined;
      if (ownConnections.size === 0) connectionsByMember.delete(member);
      startGrace(state, member, connection);
      return member;
    },
    onSessionsEnded: (member) => {
      const now = performance.now();
      for (const [other, since] of endingSince) if (now - since >= ENDING_GRACE_MS) endingSince.delete(other);
      if (connectionsByMember.has(member)) endingSince.set(member, now);
      return cancelAllGrace(member);
    },
    sessionsOf: (member) => new Set([...connectedSessions(state, member), ...(graceTimers.get(member)?.keys() ?? [])]),
    members: () => new Set([...connectionsByMember.keys(), ...graceTimers.keys()]),
    stop: () => {
      for (const member of [...graceTimers.keys()]) cancelAllGrace(member);
    },
  };
}
