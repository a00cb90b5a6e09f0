/** Changes of rights take effect in the order of the log: nothing after such a change is told under the rights before it. */
import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from '../../common/entity/access';
import type { Registry } from '../../common/entity/registry';
import type { ActorRef, ServerToClient } from '../../common/protocol/live';
import type { CommittedChange, Db, Services, Log, Tx } from '../context';
import { appendChanges, type LoggedChange } from './log';
import { dismiss, endTopics, type Peer } from './peer';
import { PACE } from './pace';
import { judgeSpec } from './spec';
import type { Topics } from './topics';
import { isWallName, sightOf } from '../access/walls';

/** Whose rights a change may concern. */
export type Concern = 'staff' | 'members' | 'walls' | readonly string[];
type Notice = Parameters<ServerToClient['authz']>[0];
type Why = Notice['why'];
/** Whose rows an admin reaches; undefined when he may not come. */
type ReachOf = (adminId: number) => Actor['scope'] | undefined;

const principals = (prefix: string, ...ids: unknown[]): Concern => [
  ...new Set(ids.filter((id) => typeof id === 'number').map((id) => `${prefix}:${id}`)),
];
/** What the menu of each side is made of. */
const RULES = { admin: 'menu_rule', member: 'user_rule' } as const;
/** No noun: what the log calls the end of somebody's sessions. */
const ENDED = 'session';
/** Tells every node, in the order of everything else, that sessions of somebody ended; the last step of that transaction. */
export async function logEndedSession(tx: Tx, dialect: Db['dialect'], principal: string, at: number): Promise<void> {
  const who = { actor: principal, actor_name: '', mid: null, cid: randomUUID() };
  const change = { ...who, ent: ENDED, eid: 0, ver: 0, op: 'x' as const, img: null, prev: null, at };
  await appendChanges(tx, dialect, { changes: [change], history: [] });
}

/** What of a member's row decides who it is and whether it may be here; everything else changes with every entry of a ledger. */
const STANDING = ['status', 'group_id', 'username', 'nickname', 'delete_time'];

/** By entity; the nouns of signing in and of rights, as `server/access` keeps them. */
const CONCERNS: Readonly<Record<string, (change: CommittedChange) => Concern | undefined>> = {
  admin: ({ eid }) => principals('admin', eid),
  admin_group: () => 'staff',
  board: () => 'walls',
  preference: ({ img }) => (img?.['name'] === 'dashboard' ? 'walls' : undefined),
  wall_screen: () => 'walls',
  api_token: ({ img, prev }) => principals('admin', img?.['admin_id'], prev?.['admin_id']),
  menu_rule: () => 'staff',
  user: ({ eid, op, prev }) =>
    op === 'u' && prev && !STANDING.some((name) => name in prev) ? [] : principals('member', eid),
  user_group: () => 'members',
  user_rule: () => 'members',
  enterprise_staff: ({ img, prev }) => principals('member', img?.['uid'], prev?.['uid']),
  [ENDED]: ({ actor }) => [actor],
};
/** Whether an admin came, went or took another group: whose rows others reach depends on that. Signing in does not move him. */
export const movesSomebody = ({ ent, op, prev }: CommittedChange): boolean =>
  ent === 'admin' && (op !== 'u' || prev === null || 'group_arr' in prev);
/** Undefined: the change has nothing to do with rights. */
export const concernOf = (change: CommittedChange): Concern | undefined => CONCERNS[change.ent]?.(change);
/** Whose sessions a change ended, or may have. Who was just made may be connected before this is read, and has lost nothing. */
export function endedBy(change: LoggedChange): readonly string[] {
  const { ent, op, prev } = change;
  const removed = op === 'd' || op === 'x';
  const ends = ent === ENDED || (ent === 'user' && (removed || (prev !== null && 'status' in prev)));
  const concern = ends ? concernOf(change) : undefined;
  return typeof concern === 'object' ? concern : [];
}

const isConcerned = (peer: Peer, concern: Concern): boolean => {
  // A screen on a wall depends on its owner, on the dashboard and on its own row: it is looked at whenever staff is.
  if (isWallName(peer.principal)) return concern !== 'members';
  if (concern === 'walls') return false;
  const looking = peer.supportBy !== undefined;
  if (concern === 'staff') return peer.realm === 'admin' || looking;
  if (concern === 'members') return peer.realm === 'member';
  return concern.includes(peer.principal) || (looking && concern.includes(`admin:${peer.supportBy}`));
};
/** Whose rows it reaches may follow from the groups of others. */
const hasReach = (peer: Peer): boolean =>
  peer.realm === 'admin' && peer.actor.scope !== 'all' && !isWallName(peer.principal);
const isReachMoved = (peer: Peer, reachOf: ReachOf): boolean =>
  JSON.stringify(peer.actor.scope) !== JSON.stringify(reachOf(Number(peer.principal.slice('admin:'.length))));
const whyOf = (change: LoggedChange): Why =>
  change.ent === RULES.admin || change.ent === RULES.member
    ? 'menu'
    : change.ent.endsWith('_group')
      ? 'group'
      : 'status';
/** A rule of the menu that took rights along, or gave some. */
const whenChanged = (notice: Notice): Notice => (notice.why === 'menu' ? { ...notice, why: 'rule' } : notice);
/** Members are not told who on the staff did something, and the house itself has no name. */
const byOf = ({ actor, actor_name }: LoggedChange, { realm }: Peer): ActorRef | undefined =>
  realm === 'admin' && actor_name !== '' && actor.startsWith('admin:') ? { id: actor, name: actor_name } : undefined;
const noticeOf = (change: LoggedChange, peer: Peer): Notice => {
  const by = byOf(change, peer);
  return { why: whyOf(change), ...(by === undefined ? {} : { by }) };
};

/** The same on every node for the same rights, and tells nothing about them. */
export const fingerprint = (actor: Actor): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        actor.super,
        [...actor.nodes].sort(),
        actor.scope,
        actor.company_id,
        sightOf(actor)?.mark,
        [...(actor.closed ?? [])].sort(),
        [...(actor.without ?? [])].sort(),
      ]),
    )
    .digest('base64url')
    .slice(0, 16);

/** Changes with what somebody may do and with the menu: told with the bootstrap and with each proof on a socket, so that neither misses what the other knows. */
export async function rightsMark({ db, registry }: Pick<Services, 'db' | 'registry'>, actor: Actor): Promise<string> {
  const rules = RULES[actor.realm === 'member' ? 'member' : 'admin'];
  if (registry.get(rules) === undefined) return fingerprint(actor);
  const [menu] = await db.rows<Record<'n' | 'last' | 'writes', number | string | null>>(
    `SELECT COUNT(*) AS n, MAX(id) AS last, SUM(revision) AS writes FROM \`${rules}\``,
  );
  return [fingerprint(actor), menu?.['n'], menu?.['last'], menu?.['writes']].map((part) => String(part ?? 0)).join('.');
}

export interface RightsOptions {
  readonly log: Log;
  readonly db: Db;
  readonly registry: Registry;
  readonly topics: Topics;
  /** The last number of the log that was taken. */
  readonly position: () => number;
  readonly peers: () => Iterable<Peer>;
  /** The actor as the database has it now; undefined when the session or its owner may no longer be served. */
  readonly actorOf: (principal: string, sessionId: string) => Promise<Actor | undefined>;
  /** Whose rows everybody reaches now, by one reading. */
  readonly reachNow: () => Promise<ReachOf>;
}

/** Everybody whose reach became another because somebody else moved: one reading tells, however many look on. */
async function reached({ peers, reachNow }: RightsOptions, moves: readonly LoggedChange[]): Promise<[Peer, Notice][]> {
  const last = moves.at(-1);
  const bound = last ? [...peers()].filter(hasReach) : [];
  if (last === undefined || bound.length === 0) return [];
  const reachOf = await reachNow();
  return bound
    .filter((peer) => isReachMoved(peer, reachOf))
    .map((peer) => [peer, { ...noticeOf(last, peer), why: 'group' }]);
}

/** Over how long so many readers ask again, in milliseconds: all at once they would be a load of their own. */
export const spreadOver = (audience: number): number =>
  Math.min(PACE.rightsLongest, Math.max(0, audience - PACE.rightsAtOnce) * PACE.rightsEach);

/** Somebody whose rights or menu became others, with the topics that ended. */
interface Verdict {
  readonly peer: Peer;
  readonly notice: Notice;
  readonly names: ReadonlySet<string>;
}
function tellAll(verdicts: readonly Verdict[]): void {
  const jitter = spreadOver(verdicts.length);
  for (const { peer, notice, names } of verdicts) {
    peer.socket.emit('authz', jitter === 0 ? notice : { ...notice, jitter });
    if (names.size > 0) peer.socket.emit('reset', { t: [...names], why: 'perm', jitter });
  }
}

export function createRights(options: RightsOptions) {
  const { registry, topics } = options;

  /** Topics the actor would now be given under another name belong to rights it no longer has. */
  const outdated = (peer: Peer): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const { topic, spec } of peer.subs.values()) {
      const judged = judgeSpec(registry, peer, spec);
      if ('ok' in judged || judged.name !== topic.name) names.add(topic.name);
    }
    return names;
  };
  /** What holds from now on; whom it concerns is told once everybody was judged. */
  const apply = (peer: Peer, actor: Actor | undefined, notice: Notice): Verdict | undefined => {
    if (!peer.socket.connected) return undefined;
    if (actor === undefined) {
      dismiss(peer, topics, { code: 401 });
      return undefined;
    }
    const changed = fingerprint(peer.actor) !== fingerprint(actor);
    peer.actor = actor;
    if (changed) peer.rightsAt = options.position();
    const told = changed ? whenChanged(notice) : notice;
    if (!changed && told.why !== 'rule' && told.why !== 'menu') return undefined;
    const names = outdated(peer);
    endTopics(peer, topics, names);
    return { peer, notice: told, names };
  };
  /** Looks again at what some sockets may do. */
  const judge = async (concerned: ReadonlyMap<Peer, Notice>): Promise<void> => {
    const asked = new Map<string, Promise<Actor | undefined>>();
    const actorOf = (peer: Peer) => {
      const key = `${peer.principal} ${peer.sessionId}`;
      const known = asked.get(key) ?? options.actorOf(peer.principal, peer.sessionId);
      asked.set(key, known);
      return known;
    };
    const one = async ([peer, notice]: readonly [Peer, Notice]) => {
      try {
        return apply(peer, await actorOf(peer), notice);
      } catch (error) {
        // Rights that cannot be read are no rights.
        options.log.error({ err: error, principal: peer.principal }, 'rights could not be read');
        dismiss(peer, topics, { code: 503, retry: 5 });
        return undefined;
      }
    };
    tellAll((await Promise.all([...concerned].map(one))).filter((verdict) => verdict !== undefined));
  };
  return {
    mark: (peer: Peer) => rightsMark(options, peer.actor),
    /** Without a change that could be named. */
    recompute: (peers: readonly Peer[], why: Why) => judge(new Map(peers.map((peer) => [peer, { why }]))),
    /** After some changes and before anything later is told. */
    changed: async (changes: readonly LoggedChange[]): Promise<void> => {
      const concerned = new Map<Peer, Notice>(await reached(options, changes.filter(movesSomebody)));
      for (const change of changes) {
        const concern = concernOf(change);
        if (concern === undefined) continue;
        for (const peer of options.peers()) if (isConcerned(peer, concern)) concerned.set(peer, noticeOf(change, peer));
      }
      if (concerned.size > 0) await judge(concerned);
    },
  };
}
