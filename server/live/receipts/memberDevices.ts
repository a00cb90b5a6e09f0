/**
 * The devices of members that are connected to this node: all windows of one session are one device, and support sessions are none. A
 * disconnected device still counts for a moment, since a reload looks like a closed page; one whose session ended
 * or that the server disconnected is removed at once.
 */
import { TIMING } from '../timing';
import type { Connection } from '../sockets/connection';

export interface MemberDevices {
  /** The member of the device; undefined when it belongs to none. */
  readonly add: (connection: Connection) => number | undefined;
  readonly remove: (connection: Connection) => number | undefined;
  /** Removes disconnected devices of a member whose sessions ended; true when there was one. */
  readonly onSessionsEnded: (member: number) => boolean;
  /** The sessions of one member. */
  readonly getSessions: (member: number) => ReadonlySet<string>;
  /** The members with a device on this node. */
  readonly members: () => Iterable<number>;
  readonly stop: () => void;
}
interface State {
  readonly connectionsByMember: Map<number, Set<Connection>>;
  /** By member: disconnected sessions that still count, with their timers. */
  readonly graceTimers: Map<number, Map<string, NodeJS.Timeout>>;
  /** When sessions of a member ended: its connections may close a moment later. */
  readonly endingSince: Map<number, number>;
  readonly onDeviceGone: (member: number) => void;
}
const ENDING_GRACE_MS = 2_000;

/** The member id of a principal such as `member:9`. */
export const parseMemberPrincipal = (principal: string): number | undefined =>
  principal.startsWith('member:') ? Number(principal.slice('member:'.length)) : undefined;
const findMemberId = ({ realm, principal }: Connection) =>
  realm === 'member' ? parseMemberPrincipal(principal) : undefined;

function connectedSessions({ connectionsByMember }: State, member: number): ReadonlySet<string> {
  // A connection reauthenticates with every new token.
  const memberConnections = [...(connectionsByMember.get(member) ?? [])].filter(
    ({ supportBy }) => supportBy === undefined,
  );
  return new Set(memberConnections.map(({ sessionId }) => sessionId));
}

/** Cancels the timer of a disconnected session; false when there was none. */
function cancelGrace({ graceTimers }: State, member: number, session: string): boolean {
  const timers = graceTimers.get(member);
  clearTimeout(timers?.get(session));
  if (timers?.delete(session) !== true) return false;
  if (timers.size === 0) graceTimers.delete(member);
  return true;
}
function startGrace(state: State, member: number, { sessionId, supportBy, isDisconnected }: Connection): void {
  const isEnding = performance.now() - (state.endingSince.get(member) ?? -Infinity) < ENDING_GRACE_MS;
  if (isEnding || isDisconnected || supportBy !== undefined || connectedSessions(state, member).has(sessionId)) return;
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

/** `onDeviceGone` is called when a disconnected device did not return. */
export function createMemberDevices(onDeviceGone: (member: number) => void): MemberDevices {
  const state: State = { connectionsByMember: new Map(), graceTimers: new Map(), endingSince: new Map(), onDeviceGone };
  const { connectionsByMember, graceTimers, endingSince } = state;
  const cancelAllGrace = (member: number): boolean =>
    [...(graceTimers.get(member)?.keys() ?? [])].filter((session) => cancelGrace(state, member, session)).length > 0;
  return {
    add: (connection) => {
      const member = findMemberId(connection);
      if (member === undefined) return undefined;
      connectionsByMember.set(member, (connectionsByMember.get(member) ?? new Set()).add(connection));
      if (connection.supportBy === undefined) cancelGrace(state, member, connection.sessionId);
      return member;
    },
    remove: (connection) => {
      const member = findMemberId(connection);
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
    getSessions: (member) => new Set([...connectedSessions(state, member), ...(graceTimers.get(member)?.keys() ?? [])]),
    members: () => new Set([...connectionsByMember.keys(), ...graceTimers.keys()]),
    stop: () => {
      for (const member of [...graceTimers.keys()]) cancelAllGrace(member);
    },
  };
}
