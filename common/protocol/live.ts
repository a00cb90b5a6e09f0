/** Every socket event of the namespaces `/admin` and `/member`, as typed tuples. Numbers of limits are in `common/limits`. */
import type { Json } from '../entity/field';
import type { Filter, SortKey } from '../entity/filter';

export type { SortKey } from '../entity/filter';

/** Staff: the change log's sequence number in decimal. Members: an opaque token of it, so that volume stays secret. */
export type Cursor = string;

export type TopicSpec =
  | {
      readonly k: 'list';
      readonly e: string;
      readonly where: Filter;
      readonly sort: readonly SortKey[];
      /** Quick search text. */
      readonly q?: string;
    }
  | { readonly k: 'row'; readonly e: string; readonly id: number };

/** Who changed it, as far as the reader may know. */
export interface ActorRef {
  readonly id: string;
  readonly name: string;
}
/**
 * One row's change as one permission class may see it.
 * `enter` carries the whole row, `u` the changed readable fields, `leave` and `del` only the id.
 */
export interface Change {
  readonly op: 'u' | 'enter' | 'leave' | 'del';
  readonly id: number;
  /** Revision after the change. */
  readonly v: number;
  readonly set?: Readonly<Record<string, Json>>;
  readonly row?: Readonly<Record<string, Json>>;
  /** Readable long fields that changed: their values do not travel, an open form fetches them. */
  readonly long?: readonly string[];
  readonly by?: ActorRef;
  readonly mid?: string;
  /** Unix milliseconds. */
  readonly at: number;
}
export interface ChangeFrame {
  /** Canonical topic of the subscription's answer. */
  readonly t: string;
  readonly e: string;
  /** Cursor after these changes. */
  readonly s: Cursor;
  /** Only for the subscription with this short id: what it missed between its `since` and now. Other subscriptions of the same topic have it already. */
  readonly to?: string;
  readonly c: readonly Change[];
  /** Counts instead of changes when too many happened. */
  readonly n?: { readonly enter: number; readonly leave: number };
}
export type ResetReason = 'floor' | 'epoch' | 'slow' | 'perm' | 'storm';

export interface SubscribeRequest {
  readonly epoch: string;
  /** `t` is the client's own short id. */
  readonly topics: readonly { readonly t: string; readonly spec: TopicSpec; readonly since?: Cursor }[];
}
/**
 * `topic` is the canonical id frames carry in `t` (several subscriptions may share one); `s` is the cursor to come back with.
 * Missed changes follow as one `chg` with `to`; a cursor too old or of another log is followed by `reset` for the topic.
 */
export type SubscribeResult =
  | { readonly ok: true; readonly topic: string; readonly s: Cursor }
  | { readonly ok: false; readonly code: 400 | 401 | 403 | 404 | 410 | 429; readonly msg: string };
export type SubscribeAnswer =
  | { readonly ok: true; readonly epoch: string; readonly r: Readonly<Record<string, SubscribeResult>> }
  | { readonly ok: false; readonly code: number; readonly msg: string };
export type AuthAnswer = { readonly ok: true; readonly exp: number } | { readonly ok: false; readonly code: number };

export interface ClientToServer {
  sub: (request: SubscribeRequest, ack: (answer: SubscribeAnswer) => void) => void;
  unsub: (request: { readonly t: readonly string[] }) => void;
  /** A new access token for the same session, on the same socket. */
  auth: (request: { readonly token: string }, ack: (answer: AuthAnswer) => void) => void;
  vis: (request: { readonly hidden: boolean }) => void;
}
export interface ServerToClient {
  chg: (frame: ChangeFrame) => void;
  /** Everything up to `s` was sent on every topic. */
  tick: (mark: { readonly s: Cursor; readonly at: number }) => void;
  /** The subscriptions to these topics have ended: wait a random part of `jitter`, fetch again, and subscribe with the new cursor. */
  reset: (notice: { readonly t: readonly string[]; readonly why: ResetReason; readonly jitter: number }) => void;
  /** Rights changed: fetch the bootstrap again and drop what may no longer be read. */
  authz: (notice: { readonly why: 'group' | 'rule' | 'status' }) => void;
  /** Said before the server disconnects. */
  bye: (notice: { readonly code: 401 | 403 | 426 | 429 | 503; readonly retry?: number }) => void;
}

/** The row shape of `POST edit` (decisions, "Saving"). */
export interface EditBody {
  readonly id: number;
  readonly revision?: number;
  readonly _base?: Readonly<Record<string, Json>>;
  readonly _mid?: string;
  readonly [field: string]: unknown;
}
/** One field two people changed, in the data of envelope 412. Absent values: the reader may not see them. */
export interface FieldConflict {
  readonly field: string;
  readonly base: Json;
  readonly mine: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  readonly at: number;
}
export interface Conflict {
  readonly kind: 'fields' | 'deleted' | 'forbidden' | 'invalid';
  readonly id: number;
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
}
/** Data of a successful `index`. `refs` holds the titles of referenced rows: `refs[entity][id]`. */
export interface ListAnswer {
  readonly list: readonly Readonly<Record<string, Json>>[];
  readonly total: number;
  readonly total_capped?: true;
  readonly seq: Cursor;
  readonly epoch: string;
  readonly refs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remark: string;
}
