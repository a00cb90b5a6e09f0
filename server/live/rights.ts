/** Changes of rights take effect in the order of the log: nothing after such a change is told under the rights before it. */
import type { Actor } from '../../common/entity/access';
import type { Registry } from '../../common/entity/registry';
import type { ServerToClient } from '../../common/protocol/live';
import type { Log } from '../kit';
import type { LoggedChange } from './log';
import { dismiss, endTopics, type Peer } from './peer';
import { judgeSpec } from './spec';
import type { Topics } from './topics';

/** Whose rights a change may concern. */
export type Concern = 'staff' | 'members' | 'everyone' | readonly string[];
type Why = Parameters<ServerToClient['authz']>[0]['why'];

const principals = (prefix: string, ...ids: unknown[]): Concern => [
  ...new Set(ids.filter((id) => typeof id === 'number').map((id) => `${prefix}:${id}`)),
];
/** By entity; the nouns of signing in and of rights, as `server/access` keeps them. */
const CONCERNS: Readonly<Record<string, (change: LoggedChange) => Concern>> = {
  admin: ({ eid }) => principals('admin', eid),
  admin_group: () => 'staff',
  menu_rule: () => 'staff',
  user: ({ eid }) => principals('member', eid),
  user_group: () => 'members',
  user_rule: () => 'members',
  enterprise_staff: ({ img, prev }) => principals('member', img?.['uid'], prev?.['uid']),
  session: () => 'everyone',
};
/** Undefined: the change has nothing to do with rights. */
export const concernOf = (change: LoggedChange): Concern | undefined => CONCERNS[change.ent]?.(change);

const isConcerned = (peer: Peer, concern: Concern): boolean => {
  if (concern === 'everyone') return true;
  if (concern === 'staff') return peer.realm === 'admin';
  return concern === 'members' ? peer.realm === 'member' : concern.includes(peer.principal);
};
const whyOf = (change: LoggedChange): Why =>
  change.ent === 'menu_rule' ? 'rule' : change.ent.endsWith('_group') ? 'group' : 'status';

const fingerprint = (actor: Actor): string =>
  JSON.stringify([actor.super, [...actor.nodes].sort(), actor.scope, actor.company_id]);

export interface RightsOptions {
  readonly log: Log;
  readonly registry: Registry;
  readonly topics: Topics;
  readonly peers: () => Iterable<Peer>;
  /** The actor as the database has it now; undefined when the session or its owner may no longer be served. */
  readonly actorOf: (principal: string, sessionId: string) => Promise<Actor | undefined>;
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
  const apply = (peer: Peer, actor: Actor | undefined, why: Why): void => {
    if (!peer.socket.connected) return;
    if (actor === undefined) {
      dismiss(peer, topics, { code: 401 });
      return;
    }
    const changed = fingerprint(peer.actor) !== fingerprint(actor);
    peer.actor = actor;
    if (!changed && why !== 'rule') return;
    const names = outdated(peer);
    endTopics(peer, topics, names);
    peer.socket.emit('authz', { why });
    if (names.size > 0) peer.socket.emit('reset', { t: [...names], why: 'perm', jitter: 0 });
  };
  /** Looks again at what some sockets may do. */
  const recompute = async (peers: readonly Peer[], why: Why): Promise<void> => {
    const asked = new Map<string, Promise<Actor | undefined>>();
    const actorOf = (peer: Peer) => {
      const key = `${peer.principal} ${peer.sessionId}`;
      const known = asked.get(key) ?? options.actorOf(peer.principal, peer.sessionId);
      asked.set(key, known);
      return known;
    };
    const one = async (peer: Peer) => {
      try {
        apply(peer, await actorOf(peer), why);
      } catch (error) {
        // Rights that cannot be read are no rights.
        options.log.error({ err: error, principal: peer.principal }, 'rights could not be read');
        dismiss(peer, topics, { code: 503, retry: 5 });
      }
    };
    await Promise.all(peers.map(one));
  };
  return {
    recompute,
    /** After some changes and before anything later is told. */
    changed: async (changes: readonly LoggedChange[]): Promise<void> => {
      const concerned = new Map<Peer, Why>();
      for (const change of changes) {
        const concern = concernOf(change);
        if (concern === undefined) continue;
        for (const peer of options.peers()) if (isConcerned(peer, concern)) concerned.set(peer, whyOf(change));
      }
      for (const why of ['status', 'group', 'rule'] as const) {
        const peers = [...concerned].filter(([, given]) => given === why).map(([peer]) => peer);
        if (peers.length > 0) await recompute(peers, why);
      }
    },
  };
}
