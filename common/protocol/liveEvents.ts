/**
 * All socket events of the namespaces `/admin` and `/member` (WebSocket, Socket.IO), with the types of their payloads. Limits are in
 * `common/limits.ts`. Short names: `e` entity name, `t` topic, `s` cursor, `v` revision, `k` kind, `f` field name, `c` changes.
 */
import type { Json } from '../entity/field';
import type { Filter, SortKey } from '../entity/filter';
import type { RECEIPTS_EVENT, ReceiptsAck, ReceiptsFrame, ReceiptsRequest } from './receipts';
import type {
  DraftCursorRequest,
  DraftEditor,
  DraftJoinAck,
  DraftJoinRequest,
  DraftPeopleFrame,
  DraftStateFrame,
  DraftUpdateAck,
  DraftUpdateFrame,
  DraftUpdateRequest,
} from './sharedDraft';
import type { TaskOutputFrame, TaskOutputAck, TaskOutputRequest } from './taskOutput';

export type { SortKey } from '../entity/filter';

/** The version of these events. The client sends it as `v` in the handshake; a server with another version refuses it with 426. */
export const PROTOCOL_VERSION = 1;

/** Staff: the sequence number of the change log in decimal. Members: that number encrypted, so that they cannot see the volume of changes. */
export type Cursor = string;

/** What a topic subscribes to. `k`: its kind; `e`: the entity name; `q`: quick search text. */
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
  /** The reader's own row with the columns of the profile, whether or not the reader may read other rows of `e`. */
  | { readonly k: 'own'; readonly e: string };

/** Entity name (`e`) in frames of an `own` topic. Their rows have the columns of the profile, not those of lists and records. */
export const OWN_ROW_ENTITY = 'own';

/** The author of a change; sent only to readers who may know the author. */
export interface ActorRef {
  /** `admin:7`. */
  readonly id: string;
  readonly name: string;
}
/** Fields of a row changed (an update); short, because most changes are of this kind. */
export const FIELDS_CHANGED = 'u';
/**
 * The change of one row, projected for the readers of one permission class.
 * `enter`: the row is new to the topic, with `row`. `u` (`FIELDS_CHANGED`): fields changed, with `set`. `leave`: the row no longer belongs to the topic.
 * `del`: the row was deleted.
 */
export interface Change {
  readonly op: typeof FIELDS_CHANGED | 'enter' | 'leave' | 'del';
  readonly id: number;
  /** Revision after the change. */
  readonly v: number;
  /** Only `u`: the revision that the patch applies to. A client with an older revision cannot apply it. */
  readonly was?: number;
  /** Only `u`: the new values of the changed readable fields. */
  readonly set?: Readonly<Record<string, Json>>;
  /** Only `enter`: all readable fields. */
  readonly row?: Readonly<Record<string, Json>>;
  /** Names of readable long fields that changed. Their values are not sent; an open form fetches them. */
  readonly long?: readonly string[];
  readonly by?: ActorRef;
  /** Idempotency key (`_mid`) of the request that made the change. */
  readonly mid?: string;
  /** Unix milliseconds. */
  readonly at: number;
}
/** Changes of the rows of one topic. */
export interface ChangeFrame {
  /** Canonical id of the topic: `topic` of the `SubscribeResult`. */
  readonly t: string;
  /** Entity name. */
  readonly e: string;
  /** Cursor after these changes. */
  readonly s: Cursor;
  /**
   * Short id of the only subscription that applies this frame: it contains the changes between the `since` of that subscription and
   * now. Other subscriptions of the same topic have received these changes before.
   */
  readonly to?: string;
  /** The changes, oldest first. */
  readonly c: readonly Change[];
  /** Numbers of changes that the server left out of `c` because there were too many in one second. */
  readonly n?: { readonly enter: number; readonly leave: number };
}
/** A measure counts the rows of an entity that the reader may read, or sums one of their columns. */
export interface Measure {
  /** Entity name. */
  readonly e: string;
  /** Only the rows that match this filter. */
  readonly when?: Filter;
  /** The whole-number column to sum; without it the measure counts rows. */
  readonly add?: string;
  /** The column to group by. */
  readonly by?: string;
  /** The column with the time of a row. */
  readonly at?: string;
}
/** A measure on a dashboard card: the total, or, with `span`, one value for each of the last `count` hours or days in the site's time zone. */
export interface Metric extends Measure {
  readonly span?: { readonly grain: 'hour' | 'day'; readonly count: number };
}
/** One cell: the group value (`''`: not grouped), the start of its hour or day (0: the total), and the amount. Money is decimal text. */
export type MetricCell = readonly [group: string, at: number, value: number | string];
export interface DashboardRequest {
  /** The wanted metrics by the client's own short ids. An empty record ends the subscription. */
  readonly w: Readonly<Record<string, Metric>>;
  /** Also send the connected users. */
  readonly online?: boolean;
}
/** The connected users. `people` (admins by name) only for readers who may read the list of admins. */
export interface OnlineUsers {
  readonly staff: number;
  readonly members: number;
  readonly people?: readonly { readonly id: number; readonly name: string }[];
}
/** Values of the metrics of a dashboard at cursor `s`. Each cell has an absolute value, so a client may apply a frame twice. */
export interface DashboardFrame {
  /** Cursor of the values. */
  readonly s: Cursor;
  /** Unix milliseconds. */
  readonly at: number;
  /**
   * By the client's short id of each requested metric: its key in `all` and `c`, or the code of its refusal (400: it cannot be computed,
   * 404: the reader may not read it, 429: too many metrics).
   */
  readonly map?: Readonly<Record<string, string | number>>;
  /** The time zone of the hours and days in `all`. */
  readonly zone?: string;
  /** All cells of metrics, by metric key. */
  readonly all?: Readonly<Record<string, readonly MetricCell[]>>;
  /** Changed cells of metrics, by metric key. */
  readonly c?: Readonly<Record<string, readonly MetricCell[]>>;
  /** The connected users, when the request has `online`. */
  readonly on?: OnlineUsers;
  /** A dashboard layout that the reader can use has changed: the client fetches it again. */
  readonly board?: true;
}
export type DashboardAck =
  | { readonly ok: true; readonly zone: string; readonly frame: DashboardFrame }
  | { readonly ok: false; readonly code: number };

/** Why the client must fetch a topic again: its cursor is older than the log, or too much has changed since. */
export const LOG_TOO_SHORT = 'floor';
/** The change log began again. */
export const LOG_RESTARTED = 'epoch';
/** The permissions of the client changed. */
export const PERMISSIONS_CHANGED = 'perm';
/** Too many changes to send them one by one. */
export const TOO_MANY_CHANGES = 'storm';
/** `slow`: the connection took too long to receive; the others are described at their constants. */
export type ResetReason =
  typeof LOG_TOO_SHORT | typeof LOG_RESTARTED | typeof PERMISSIONS_CHANGED | typeof TOO_MANY_CHANGES | 'slow';

export interface SubscribeRequest {
  readonly epoch: string;
  /** `t` is the client's own short id. */
  readonly topics: readonly { readonly t: string; readonly spec: TopicSpec; readonly since?: Cursor }[];
}
/**
 * `topic`: the canonical id of the topic, which frames have as `t`; several subscriptions may share it. `s`: the cursor to resume from.
 * The server then sends the missed changes in one `chg` with `to`. If the cursor is too old or belongs to another log, it sends `reset`.
 */
export type SubscribeResult =
  | {
      readonly ok: true;
      readonly topic: string;
      readonly s: Cursor;
      /** Staff only: columns that the reader may not read. Frames never contain them, so the client drops their cached values. */
      readonly hidden?: readonly string[];
    }
  | { readonly ok: false; readonly code: 400 | 401 | 403 | 404 | 410 | 429; readonly msg: string };
export type SubscribeAck =
  /** `r`: the results by `t` of the request. */
  | { readonly ok: true; readonly epoch: string; readonly r: Readonly<Record<string, SubscribeResult>> }
  | { readonly ok: false; readonly code: number; readonly msg: string };
/**
 * `rights`: a version of the permissions; the part after the first dot is a version of the menu. `build`: the version of the client that
 * this server serves. By comparing both, a client detects changes that it missed. `exp`: unix milliseconds at which the token expires.
 */
export type AuthAck =
  | { readonly ok: true; readonly exp: number; readonly rights: string; readonly build: string }
  | { readonly ok: false; readonly code: number };

/** Location of a tab: the entity of its screen (`e`), the open record (`id`) and the focused field (`f`); null where there is none. */
export interface PresenceLocation {
  readonly e: string | null;
  readonly id: number | null;
  readonly f: string | null;
}
/** A tab sends it on every change of its location, and every `LIMITS.presenceIntervalMs` to renew its lease. */
export interface FocusRequest extends PresenceLocation {
  /** The user typed since the last event: this renews the claim to the field. */
  readonly typed?: boolean;
  /** The tab is idle. */
  readonly idle?: boolean;
}
export type FocusAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 429 };
/** One tab of a person on a screen or record that the reader may read. Times are unix milliseconds. */
export interface PresentTab {
  /** Id of the tab, new for every connection; only `ask` uses it. */
  readonly s: string;
  readonly id: number | null;
  /** Time at which the tab opened the screen or record. */
  readonly since: number;
  /** The focused field; null when there is none or the reader may not read it. */
  readonly f: string | null;
  /** Time at which the field got the focus. */
  readonly fs?: number;
  readonly idle?: true;
}
/** One person with all tabs on the screens of one entity; clients show one avatar per person. */
export interface PresentPerson {
  /** Principal: `admin:7`. */
  readonly p: string;
  readonly name: string;
  readonly tabs: readonly PresentTab[];
}
/** People on the screens of one entity: all of them (`all`), or the changes since the last frame (`set`, and `gone` with their `p`). */
export type PresenceFrame =
  | {
      readonly e: string;
      /** Id (`s`) of the reader's own tab. */
      readonly you: string;
      readonly all: readonly PresentPerson[];
    }
  | { readonly e: string; readonly set: readonly PresentPerson[]; readonly gone: readonly string[] };
/** A handover of a field between tabs (`k`: the kind, `f`: the field). `ask`: requests that the tab `to` releases its field. `answer`: the response to such a request; `go`: whether the field is released. */
export type HandoverRequest =
  | { readonly k: 'ask'; readonly to: string }
  | { readonly k: 'answer'; readonly to: string; readonly f: string; readonly go: boolean };
export type HandoverAck = { readonly ok: true } | { readonly ok: false; readonly code: 400 | 404 | 410 | 429 };
export interface HandoverNotice {
  readonly k: 'ask' | 'answer';
  /** The tab (`s`) that sent the request or the response, and its person (`p`: principal). */
  readonly from: { readonly s: string; readonly p: string; readonly name: string };
  /** Entity name, id of the record and field name. */
  readonly e: string;
  readonly id: number;
  readonly f: string;
  /** Answers only: whether the field was released. */
  readonly go?: boolean;
}

/** The settings that screens use: `siteConfig` of the bootstrap response. */
export type SiteSettings = Readonly<Record<string, unknown>>;

export interface ClientToServer {
  sub: (request: SubscribeRequest, ack: (response: SubscribeAck) => void) => void;
  /** Ends subscriptions by the client's short ids. */
  unsub: (request: { readonly t: readonly string[] }) => void;
  /** A new access token for the same session, on the same socket. */
  auth: (request: { readonly token: string }, ack: (response: AuthAck) => void) => void;
  /** Whether the page is hidden; the server sends a hidden page no changes until it is visible again. */
  vis: (request: { readonly hidden: boolean }) => void;
  /** The location of this tab; staff only. */
  focus: (request: FocusRequest, ack: (response: FocusAck) => void) => void;
  /** Requests that another tab releases a field, or responds to such a request; staff only. */
  ask: (request: HandoverRequest, ack: (response: HandoverAck) => void) => void;
  /** Subscribes to the output of a terminal task; staff only. */
  tail: (request: TaskOutputRequest, ack: (response: TaskOutputAck) => void) => void;
  /** Ends the subscription to the output of a task (unsubscribes from `tail`). */
  untail: (request: { readonly t: string }) => void;
  /** Subscribes to the metrics that this tab shows; staff only. */
  dash: (request: DashboardRequest, ack: (response: DashboardAck) => void) => void;
  /** Subscribes to presence and read receipts of the members that this tab shows; staff only. */
  [RECEIPTS_EVENT]: (request: ReceiptsRequest, ack: (response: ReceiptsAck) => void) => void;
  /** Takes part in the shared draft of a formatted text; staff only. */
  draft_join: (request: DraftJoinRequest, ack: (response: DraftJoinAck) => void) => void;
  draft_leave: (request: DraftEditor) => void;
  /** Changes a shared draft. */
  draft_update: (request: DraftUpdateRequest, ack: (response: DraftUpdateAck) => void) => void;
  /** The selection of an editor in a shared draft. */
  draft_cursor: (request: DraftCursorRequest) => void;
}
export interface ServerToClient {
  /** Changes of a subscribed topic. */
  chg: (frame: ChangeFrame) => void;
  /** The server has sent all changes up to `s` on all topics of the connection. */
  tick: (mark: { readonly s: Cursor; readonly at: number }) => void;
  /** The server ended the subscriptions to these topics: the client waits a random part of `jitter` milliseconds, fetches again, and subscribes with the new cursor. */
  reset: (notice: { readonly t: readonly string[]; readonly why: ResetReason; readonly jitter: number }) => void;
  /**
   * Permissions changed: the client fetches the bootstrap again and drops data that the user may no longer read. `menu`: only the menu
   * changed, data stays. `by`: the author of the change, for staff only. `jitter`: milliseconds over which clients spread their requests.
   */
  authz: (notice: {
    readonly why: 'group' | 'rule' | 'status' | 'menu';
    readonly by?: ActorRef;
    readonly jitter?: number;
  }) => void;
  /** The settings that screens use: sent on connection and on every change. */
  site: (notice: SiteSettings) => void;
  /** Saved views of an entity changed; sent to the people who can see them. */
  views: (notice: { readonly e: string }) => void;
  /** Comments on a record changed; sent to the people who can read the record. */
  comments: (notice: { readonly e: string; readonly id: number }) => void;
  /** The set of app interfaces that the gateway serves may have changed; sent on connection and on every change to people who can see interfaces. */
  gateway: () => void;
  /** People on the screens of an entity; at most a few frames a second per Socket.IO room. */
  pres: (frame: PresenceFrame) => void;
  /** Another tab requests that this tab releases a field, or responds to a request of this tab. */
  ask: (notice: HandoverNotice) => void;
  /** The next bytes of a terminal task. */
  out: (frame: TaskOutputFrame) => void;
  /** Changed metrics; at most a few frames a second. */
  dash: (frame: DashboardFrame) => void;
  /** Presence of a member and read receipts of its devices; at most a few frames a second. */
  [RECEIPTS_EVENT]: (frame: ReceiptsFrame) => void;
  /** Changes of a shared draft. */
  draft_update: (frame: DraftUpdateFrame) => void;
  /** People in a shared draft with their cursors. */
  draft_people: (frame: DraftPeopleFrame) => void;
  /** The rights of this reader in a shared draft, or the stored text that it continues, changed. */
  draft_state: (frame: DraftStateFrame) => void;
  /** Sent before the server disconnects. */
  bye: (notice: { readonly code: 401 | 403 | 426 | 429 | 503; readonly retry?: number }) => void;
}

/**
 * The SHA-256 of the stored text that a shared draft continued when its text was taken, a colon and the epoch of the draft; older clients omit
 * the epoch. `replaces`: the value is the decision of a conflict with the base value, in place of this text of the draft.
 */
export type SavedDraftBase = string | { readonly replaces: string | null };
/** The row shape of `POST edit`. */
export interface UpdateBody {
  readonly id: number;
  readonly revision?: number;
  /** Base values of the changed fields. */
  readonly _base?: Readonly<Record<string, Json>>;
  /** Idempotency key. */
  readonly _mid?: string;
  /** Fields whose values come from a shared draft. */
  readonly _draft?: Readonly<Record<string, SavedDraftBase>>;
  readonly [field: string]: unknown;
}
/** One field that two people changed; part of the data of envelope code 412. `base` and `theirs` are absent where the reader may not read them. */
export interface FieldConflict {
  readonly field: string;
  readonly base?: Json;
  readonly mine: Json;
  readonly theirs?: Json;
  readonly by: ActorRef | null;
  /** Unix seconds; 0 when unknown. */
  readonly at: number;
  /** Only of formatted texts: the blocks that both changed, each with the changes of both that do not contradict each other. */
  readonly blocks?: readonly { readonly base: string; readonly theirs: string; readonly mine: string }[];
  /** Only of formatted texts: the merged text, with both versions of each of these blocks. */
  readonly proposal?: string;
}
/** A change that another person made since the base revision and that causes no conflict. */
export interface RemoteFieldChange {
  readonly field: string;
  readonly before: Json;
  readonly theirs: Json;
  readonly by: ActorRef | null;
  /** Unix seconds; 0 when unknown. */
  readonly at: number;
}
/**
 * Data of envelope code 412. `kind` says why the edit was not stored. `fields`: both people changed the same fields. `invalid`: the merged
 * row is invalid; `fields` has its issues. `deleted`: the row is in the recycle bin.
 */
export interface EditConflict {
  readonly kind: 'fields' | 'deleted' | 'invalid';
  readonly id: number;
  readonly revision: number;
  readonly fields: readonly FieldConflict[];
  /** Changes of other people that cause no conflict. */
  readonly merged: readonly RemoteFieldChange[];
  /** The person who deleted the row. */
  readonly by?: ActorRef;
}
/** Data of a successful `index`. `refs` holds the titles of referenced rows: `refs[entity][id]`. */
export interface ListResponse {
  readonly list: readonly Readonly<Record<string, Json>>[];
  readonly total: number;
  /** There are more than `LIMITS.exactTotalRows` rows; `total` is that limit. */
  readonly total_capped?: true;
  /** Quick search read only the newest rows: their number, and the lowest id that it read. */
  readonly searched?: { readonly newest: number; readonly from: number };
  /** The cursor at which the rows were read; a list subscribes from it. */
  readonly seq: Cursor;
  /** Id of the change log that `seq` belongs to. */
  readonly epoch: string;
  readonly refs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remark: string;
  /** Only in a list as of a moment, for readers who may purge: the number of its rows that were purged since. */
  readonly purged?: number;
}
