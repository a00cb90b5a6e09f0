/** Every socket event of the namespaces `/admin` and `/member`, as typed tuples. Numbers of limits are in `common/limits`. */
import type { Json } from '../entity/field';
import type { Filter, SortKey } from '../entity/filter';
import type { ReceiptsAck, ReceiptsFrame, ReceiptsRequest } from './receipts';
import type { TaskOutputFrame, TaskOutputAck, TaskOutputRequest } from './taskOutput';

export type { SortKey } from '../entity/filter';

/** The version of these events, sent with the handshake as `v`: a server that speaks another one answers 426. */
export const PROTOCOL_VERSION = 1;

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
  | { readonly k: 'row'; readonly e: string; readonly id: number }
  /** The reader's own row as the profile shows it, with or without rights over the rows of `e`. */
  | { readonly k: 'own'; readonly e: string };

/** What frames of an `own` topic call its rows: they hold the profile's columns, not those of lists and records. */
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
  /** Of `u`: the revision it is a patch of; whoever holds an older one cannot use it. */
  readonly was?: number;
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
/** What a figure counts: rows of an entity within the reader's rights. */
export interface Measure {
  readonly e: string;
  readonly when?: Filter;
  /** The whole-number column that is summed; rows are counted when absent. */
  readonly add?: string;
  /** The column whose values are told apart. */
  readonly by?: string;
  /** The instant a row belongs to. */
  readonly at?: string;
}
/** A measure as a card shows it: as a whole, or by the last hours or days of the site's time zone. */
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
/** Who is connected just now; the names only for whoever may read the list of admins. */
export interface OnlineUsers {
  readonly staff: number;
  readonly members: number;
  readonly people?: readonly { readonly id: number; readonly name: string }[];
}
/** Numbers of a dashboard as they are after `s`; each cell is a whole value, so a frame may be applied twice. */
export interface DashboardFrame {
  readonly s: Cursor;
  /** Unix milliseconds. */
  readonly at: number;
  /** What each asked figure is called in frames, or why it is refused: 404 not readable, 400 not countable, 429 too many. */
  readonly map?: Readonly<Record<string, string | number>>;
  /** The time zone in which the days of `all` begin. */
  readonly zone?: string;
  /** Figures from the beginning. */
  readonly all?: Readonly<Record<string, readonly MetricCell[]>>;
  /** Changed cells. */
  readonly c?: Readonly<Record<string, readonly MetricCell[]>>;
  readonly on?: OnlineUsers;
  /** An arrangement that concerns the reader was changed: ask for it again. */
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
 * `topic` is the canonical id frames carry in `t` (several subscriptions may share one); `s` is the cursor to come back with.
 * Missed changes follow as one `chg` with `to`; a cursor too old or of another log is followed by `reset` for the topic.
 */
export type SubscribeResult =
  | {
      readonly ok: true;
      readonly topic: string;
      readonly s: Cursor;
      /** Columns the reader may not see: frames never speak of them, so nothing known of them holds from here on. Told to staff. */
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

/** Where somebody is: a screen of an entity, one record on it, one field of that record. `e` null: nowhere. */
export interface PresenceLocation {
  readonly e: string | null;
  readonly id: number | null;
  readonly f: string | null;
}
/** Sent whenever one moves, and as a beat that keeps the lease. */
export interface FocusRequest extends PresenceLocation {
  /** Something was typed since the last one: a claim to a field lives from that. */
  readonly typed?: boolean;
  /** Nobody touched the tab for a while. */
  readonly idle?: boolean;
}
export type FocusAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 429 };
/** One tab of somebody, as far as the reader may know. Times are unix milliseconds. */
export interface PresentTab {
  /** The tab's own name, new at every connection; nothing but `ask` can be done with it. */
  readonly s: string;
  readonly id: number | null;
  readonly since: number;
  readonly f: string | null;
  /** Since when at the field. */
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
/** Who is on the screens of one entity: everybody, or what changed since the last such frame. */
export type PresenceFrame =
  | {
      readonly e: string;
      /** The reader's own tab. */
      readonly you: string;
      readonly all: readonly PresentPerson[];
    }
  | { readonly e: string; readonly set: readonly PresentPerson[]; readonly gone: readonly string[] };
/** Asks the tab `to` to let go of the field both are at, or answers such a question. */
export type HandoverRequest =
  | { readonly k: 'ask'; readonly to: string }
  | { readonly k: 'answer'; readonly to: string; readonly f: string; readonly go: boolean };
export type HandoverAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 410 | 429 };
export interface HandoverNotice {
  readonly k: 'ask' | 'answer';
  /** The tab it comes from, and who sits there. */
  readonly from: { readonly s: string; readonly p: string; readonly name: string };
  readonly e: string;
  readonly id: number;
  readonly f: string;
  /** Of an answer: whether the field was let go. */
  readonly go?: boolean;
}

/** What windows show of the settings of the house: the `siteConfig` of the bootstrap. */
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
  /** The figures this tab shows; staff only. */
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
  /** Rights changed: fetch the bootstrap again and drop what may no longer be read. `menu`: the menu alone did, what is shown stands. */
  /** `by`: whose change it was, told to staff; `jitter`: milliseconds over which many who are told this spread. */
  authz: (notice: {
    readonly why: 'group' | 'rule' | 'status' | 'menu';
    readonly by?: ActorRef;
    readonly jitter?: number;
  }) => void;
  /** The settings windows show, when they change and to whoever comes. */
  site: (notice: SiteNotice) => void;
  /** Saved views of the lists of an entity became others; told to whom they concern. */
  views: (notice: { readonly e: string }) => void;
  /** Who is here; at most a few a second per room. */
  pres: (frame: PresenceFrame) => void;
  /** A colleague asks for the field one is at, or answers one's own question. */
  ask: (notice: HandoverNotice) => void;
  out: (frame: TaskOutputFrame) => void;
  /** Figures that moved; at most a few a second. */
  dash: (frame: DashboardFrame) => void;
  /** Whether a member is here, and how far its devices are; at most a few a second. */
  care: (frame: ReceiptsFrame) => void;
  /** Said before the server disconnects. */
  bye: (notice: { readonly code: 401 | 403 | 426 | 429 | 503; readonly retry?: number }) => void;
}

/** The row shape of `POST edit` (decisions, "Saving"). */
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
/** A change somebody else made meanwhile and that stands beside the reader's own. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  /** Unix seconds; 0 when not known. */
  readonly at: number;
}
/** `fields`: both changed the same · `invalid`: together the changes make no valid row, `fields` are complaints by name · `deleted`: the row is in the recycle state. */
export interface EditConflict {
  readonly kind: 'fields' | 'deleted' | 'invalid';
  readonly id: number;
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
  /** What others changed besides, and what does not clash. */
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
