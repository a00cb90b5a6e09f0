/** Every socket event of the namespaces `/admin` and `/member`, as typed tuples. Limits are in `common/limits.ts`. */
import type { Json } from '../entity/field';
import type { Filter, SortKey } from '../entity/filter';
import type { ReceiptsAck, ReceiptsFrame, ReceiptsRequest } from './receipts';
import type { TaskOutputFrame, TaskOutputAck, TaskOutputRequest } from './taskOutput';

export type { SortKey } from '../entity/filter';

/** The version of these events, sent with the handshake as `v`. A server with another version answers 426. */
export const PROTOCOL_VERSION = 1;

/** Staff: the sequence number of the change log in decimal. Members: that number encrypted, so that they cannot see the volume of changes. */
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
  | { readonly k: 'row'; readonly e: string; readonly id: number }
  /** The reader's own row as the profile shows it, with or without rights over the rows of `e`. */
  | { readonly k: 'own'; readonly e: string };

/** Entity name of rows in frames of an `own` topic: they hold the profile's columns, not those of lists and records. */
export const OWN_ROW_ENTITY = 'own';

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
  /** Only `u`: the revision that the patch applies to. A client with an older revision cannot apply it. */
  readonly was?: number;
  readonly set?: Readonly<Record<string, Json>>;
  readonly row?: Readonly<Record<string, Json>>;
  /** Readable long fields that changed: their values are not sent, an open form fetches them. */
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
/** A measure counts or sums the rows of an entity that the reader may see. */
export interface Measure {
  readonly e: string;
  readonly when?: Filter;
  /** The whole-number column that is summed; rows are counted when absent. */
  readonly add?: string;
  /** The column to group by. */
  readonly by?: string;
  /** The column with the time of a row. */
  readonly at?: string;
}
/** A measure as a card shows it: in total, or by the last hours or days of the site's time zone. */
export interface Metric extends Measure {
  readonly span?: { readonly grain: 'hour' | 'day'; readonly count: number };
}
/** One number: the value told apart (`''`: none), where the hour or day begins (0: as a whole), and how much. Money is decimal text. */
export type MetricCell = readonly [dim: string, at: number, value: number | string];
export interface DashboardRequest {
  /** By the client's own short ids; none: the dashboard was left. */
  readonly w: Readonly<Record<string, Metric>>;
  /** Also who is connected. */
  readonly online?: boolean;
}
/** Who is connected now; names only for readers of the list of admins. */
export interface OnlineUsers {
  readonly staff: number;
  readonly members: number;
  readonly people?: readonly { readonly id: number; readonly name: string }[];
}
/** Values of a dashboard after `s`. Each cell is an absolute value, so a frame may be applied twice. */
export interface DashboardFrame {
  readonly s: Cursor;
  /** Unix milliseconds. */
  readonly at: number;
  /** The short id of each requested metric in frames, or why it is refused: 404 not readable, 400 not countable, 429 too many. */
  readonly map?: Readonly<Record<string, string | number>>;
  /** The time zone in which the days of `all` begin. */
  readonly zone?: string;
  /** Complete metrics. */
  readonly all?: Readonly<Record<string, readonly MetricCell[]>>;
  /** Changed cells. */
  readonly c?: Readonly<Record<string, readonly MetricCell[]>>;
  readonly on?: OnlineUsers;
  /** A dashboard layout of the reader has changed: fetch it again. */
  readonly board?: true;
}
export type DashboardAck =
  | { readonly ok: true; readonly zone: string; readonly frame: DashboardFrame }
  | { readonly ok: false; readonly code: number };

export type ResetReason = 'floor' | 'epoch' | 'slow' | 'perm' | 'storm';

export interface SubscribeRequest {
  readonly epoch: string;
  /** `t` is the client's own short id. */
  readonly topics: readonly { readonly t: string; readonly spec: TopicSpec; readonly since?: Cursor }[];
}
/**
 * `topic` is the canonical id in `t` of frames (several subscriptions may share one); `s` is the cursor to resume from.
 * Missed changes follow as one `chg` with `to`; a cursor too old or of another log is followed by `reset` for the topic.
 */
export type SubscribeResult =
  | {
      readonly ok: true;
      readonly topic: string;
      readonly s: Cursor;
      /** Staff only: columns the reader may not see. Frames never contain them, so cached values of them are outdated from here on. */
      readonly hidden?: readonly string[];
    }
  | { readonly ok: false; readonly code: 400 | 401 | 403 | 404 | 410 | 429; readonly msg: string };
export type SubscribeAck =
  | { readonly ok: true; readonly epoch: string; readonly r: Readonly<Record<string, SubscribeResult>> }
  | { readonly ok: false; readonly code: number; readonly msg: string };
/** `rights` changes with what the person may do, and behind its first dot with the menu; `build` with the client this server serves: what was missed of either shows. */
export type AuthAck =
  | { readonly ok: true; readonly exp: number; readonly rights: string; readonly build: string }
  | { readonly ok: false; readonly code: number };

/** Location of a person: a screen of an entity, one record on it, one field of that record. `e` null: none. */
export interface PresenceLocation {
  readonly e: string | null;
  readonly id: number | null;
  readonly f: string | null;
}
/** Sent on every change of location, and periodically to renew the lease. */
export interface FocusRequest extends PresenceLocation {
  /** Something was typed since the last event: this keeps the claim to a field. */
  readonly typed?: boolean;
  /** The tab is idle. */
  readonly idle?: boolean;
}
export type FocusAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 429 };
/** One tab of a person, as far as the reader may know. Times are unix milliseconds. */
export interface PresentTab {
  /** Id of the tab, new for every connection; only `ask` uses it. */
  readonly s: string;
  readonly id: number | null;
  readonly since: number;
  readonly f: string | null;
  /** Time of arrival at the field. */
  readonly fs?: number;
  readonly idle?: true;
}
/** One person with all tabs of one entity's screens: one avatar, however many tabs. */
export interface PresentPerson {
  /** `admin:7`. */
  readonly p: string;
  readonly name: string;
  readonly tabs: readonly PresentTab[];
}
/** People on the screens of one entity: all of them, or the changes since the last frame. */
export type PresenceFrame =
  | {
      readonly e: string;
      /** The reader's own tab. */
      readonly you: string;
      readonly all: readonly PresentPerson[];
    }
  | { readonly e: string; readonly set: readonly PresentPerson[]; readonly gone: readonly string[] };
/** Asks the tab `to` to release a field, or answers such a request. */
export type HandoverRequest =
  | { readonly k: 'ask'; readonly to: string }
  | { readonly k: 'answer'; readonly to: string; readonly f: string; readonly go: boolean };
export type HandoverAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 410 | 429 };
export interface HandoverNotice {
  readonly k: 'ask' | 'answer';
  /** The sending tab and its person. */
  readonly from: { readonly s: string; readonly p: string; readonly name: string };
  readonly e: string;
  readonly id: number;
  readonly f: string;
  /** Answers only: whether the field was released. */
  readonly go?: boolean;
}

/** The settings that screens show: `siteConfig` of the bootstrap response. */
export type SiteNotice = Readonly<Record<string, unknown>>;

export interface ClientToServer {
  sub: (request: SubscribeRequest, ack: (answer: SubscribeAck) => void) => void;
  unsub: (request: { readonly t: readonly string[] }) => void;
  /** A new access token for the same session, on the same socket. */
  auth: (request: { readonly token: string }, ack: (answer: AuthAck) => void) => void;
  vis: (request: { readonly hidden: boolean }) => void;
  /** Where this tab is now; staff only. */
  focus: (request: FocusRequest, ack: (answer: FocusAck) => void) => void;
  ask: (request: HandoverRequest, ack: (answer: HandoverAck) => void) => void;
  /** What a terminal task prints; staff only. */
  tail: (request: TaskOutputRequest, ack: (answer: TaskOutputAck) => void) => void;
  untail: (request: { readonly t: string }) => void;
  /** The metrics this tab shows; staff only. */
  dash: (request: DashboardRequest, ack: (answer: DashboardAck) => void) => void;
  /** The members this tab shows; staff only. */
  care: (request: ReceiptsRequest, ack: (answer: ReceiptsAck) => void) => void;
}
export interface ServerToClient {
  chg: (frame: ChangeFrame) => void;
  /** Everything up to `s` was sent on every topic. */
  tick: (mark: { readonly s: Cursor; readonly at: number }) => void;
  /** The subscriptions to these topics have ended: wait a random part of `jitter`, fetch again, and subscribe with the new cursor. */
  reset: (notice: { readonly t: readonly string[]; readonly why: ResetReason; readonly jitter: number }) => void;
  /** Permissions changed: fetch the bootstrap again and drop data that may no longer be read. `menu`: only the menu changed, data stays. */
  /** `by`: who made the change, staff only; `jitter`: milliseconds over which clients spread their requests. */
  authz: (notice: {
    readonly why: 'group' | 'rule' | 'status' | 'menu';
    readonly by?: ActorRef;
    readonly jitter?: number;
  }) => void;
  /** The settings that screens show: sent on connection and on every change. */
  site: (notice: SiteNotice) => void;
  /** Saved views of an entity changed; sent to the people who can see them. */
  views: (notice: { readonly e: string }) => void;
  /** Presence; at most a few frames a second per Socket.IO room. */
  pres: (frame: PresenceFrame) => void;
  /** A colleague asks for the field of this tab, or answers a request of this tab. */
  ask: (notice: HandoverNotice) => void;
  out: (frame: TaskOutputFrame) => void;
  /** Changed metrics; at most a few frames a second. */
  dash: (frame: DashboardFrame) => void;
  /** Presence of a member and read receipts of its devices; at most a few frames a second. */
  care: (frame: ReceiptsFrame) => void;
  /** Sent before the server disconnects. */
  bye: (notice: { readonly code: 401 | 403 | 426 | 429 | 503; readonly retry?: number }) => void;
}

/** The row shape of `POST edit`. */
export interface UpdateBody {
  readonly id: number;
  readonly revision?: number;
  readonly _base?: Readonly<Record<string, Json>>;
  readonly _mid?: string;
  readonly [field: string]: unknown;
}
/** One field two people changed, in the data of envelope 412. `base` and `theirs` are absent where the reader may not see them. */
export interface FieldConflict {
  readonly field: string;
  readonly base?: Json;
  readonly mine: Json;
  readonly theirs?: Json;
  readonly by: ActorRef | null;
  /** Unix seconds; 0 when not known. */
  readonly at: number;
}
/** A change of another person since the base revision, which does not conflict. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  /** Unix seconds; 0 when not known. */
  readonly at: number;
}
/** `fields`: both changed the same fields · `invalid`: the merged row is invalid, `fields` holds the issues · `deleted`: the row is in the recycle bin. */
export interface EditConflict {
  readonly kind: 'fields' | 'deleted' | 'invalid';
  readonly id: number;
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
  /** Changes of others that do not conflict. */
  readonly merged: readonly FieldChange[];
  /** Who deleted the row. */
  readonly by?: ActorRef;
}
/** Data of a successful `index`. `refs` holds the titles of referenced rows: `refs[entity][id]`. */
export interface ListResponse {
  readonly list: readonly Readonly<Record<string, Json>>[];
  readonly total: number;
  readonly total_capped?: true;
  /** Quick search looked at the newest rows only, those from this id on. */
  readonly searched?: { readonly newest: number; readonly from: number };
  readonly seq: Cursor;
  readonly epoch: string;
  readonly refs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remark: string;
}
