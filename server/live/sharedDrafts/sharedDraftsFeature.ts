/** Shared drafts of formatted texts as a live feature: the events `draft_join`, `draft_leave`, `draft_update` and `draft_cursor`. */
import { decodeStateVector } from 'yjs';
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import {
  DRAFT_FRAGMENT,
  isEditorId,
  type DraftCursorRequest,
  type DraftEditor,
  type DraftJoinRequest,
  type DraftUpdateRequest,
} from '../../../common/protocol/sharedDraft';
import { isKioskPrincipal } from '../../access/kiosk/kioskPrincipal';
import { createPollLoop } from '../pollLoop';
import type { Connection } from '../sockets/connection';
import type { LiveEventHandler, LiveFeature } from '../sockets/liveFeature';
import { compactLeftOver, type CompactStorage } from './compactDraft';
import { createCrossNodePeople } from './people/crossNodePeople';
import { createSharedDrafts, type SharedDrafts, type SharedDraftsOptions } from './sharedDrafts';

/** Milliseconds between two looks at what other nodes stored; fewer while somebody there has a draft of this node open. */
const POLL_MS = 150;
const POLL_TOGETHER_MS = 20;
const MAX_CURSOR_CHARS = 1_000;
const MAX_STATE_VECTOR_BYTES = 32 * 1024;

/** Socket.IO passes bytes as a `Buffer`; Yjs keeps views of what it applies, so each gets its own copy. */
const bytesSchema = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .transform((value) => new Uint8Array(value));
const editorFields = {
  e: z.string().min(1).max(64),
  id: z.number().int().positive(),
  f: z.string().min(1).max(64),
  c: z.number().int().nonnegative().refine(isEditorId),
};
const count = z.number().int().nonnegative();
const itemSchema = z.strictObject({ client: count, clock: count }).nullish();
/** A relative position of Yjs. */
const positionSchema = z.strictObject({
  type: itemSchema,
  item: itemSchema,
  tname: z.literal(DRAFT_FRAGMENT).nullish(),
  assoc: z.number().int().optional(),
});
const selectionSchema = z.strictObject({ anchor: positionSchema, head: positionSchema });
/** Whether the text is a selection that every editor can show. */
function isSelection(cursor: string): boolean {
  try {
    return selectionSchema.safeParse(JSON.parse(cursor)).success;
  } catch {
    return false;
  }
}
function isStateVector(bytes: Uint8Array): boolean {
  try {
    decodeStateVector(bytes);
    return true;
  } catch {
    return false;
  }
}
const editorSchema: z.ZodType<DraftEditor> = z.strictObject(editorFields);
const joinSchema = z.strictObject({
  ...editorFields,
  epoch: z.string().max(24).optional(),
  sv: bytesSchema.refine((bytes) => bytes.byteLength <= MAX_STATE_VECTOR_BYTES && isStateVector(bytes)).optional(),
}) as unknown as z.ZodType<DraftJoinRequest>;
const updateSchema = z.strictObject({
  ...editorFields,
  u: bytesSchema,
  sign: z.string().max(64).optional(),
  seen: count.optional(),
  discards: z.literal(true).optional(),
}) as unknown as z.ZodType<DraftUpdateRequest>;
const cursorSchema: z.ZodType<DraftCursorRequest> = z.strictObject({
  ...editorFields,
  cursor: z
    .string()
    .max(MAX_CURSOR_CHARS)
    .nullable()
    .transform((cursor) => (cursor === null || isSelection(cursor) ? cursor : null)),
});

/** A token bucket of each connection: a burst of two seconds. */
function createRateLimit(perSecond: number): (connection: Connection) => boolean {
  const buckets = new WeakMap<Connection, { tokens: number; at: number }>();
  return (connection) => {
    const now = performance.now();
    const bucket = buckets.get(connection) ?? { tokens: 2 * perSecond, at: now };
    const tokens = Math.min(2 * perSecond, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    buckets.set(connection, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  };
}

/** Ends a connection that breaks the limits of shared drafts; the others go on. */
function endConnection({ socket }: Connection): void {
  socket.emit('bye', { code: 429, retry: 30 });
  socket.disconnect(true);
}

function createHandlers(drafts: SharedDrafts) {
  const mayUpdate = createRateLimit(LIMITS.draftUpdatesPerSecond);
  const mayMoveCursor = createRateLimit(LIMITS.draftCursorsPerSecond);
  const join = (connection: Connection): LiveEventHandler => {
    return async (payload, ack) => {
      const parsed = joinSchema.safeParse(payload);
      ack(parsed.success ? await drafts.join(connection, parsed.data) : { ok: false, code: 400 });
      return parsed.success;
    };
  };
  const update = (connection: Connection): LiveEventHandler => {
    return async (payload, ack) => {
      if (connection.isDisconnected || !connection.socket.connected) return true;
      const parsed = mayUpdate(connection) ? updateSchema.safeParse(payload) : undefined;
      const result = parsed?.success === true ? drafts.update(connection, parsed.data) : 'malformed';
      if (result === 'foreign') ack({ ok: false, code: 403 });
      if (typeof result === 'string') endConnection(connection);
      else ack(await result);
      return true;
    };
  };
  const moveCursor = (connection: Connection): LiveEventHandler => {
    return (payload) => {
      if (!mayMoveCursor(connection)) return true;
      const parsed = cursorSchema.safeParse(payload);
      if (parsed.success) drafts.moveCursor(connection, parsed.data);
      return parsed.success;
    };
  };
  const leave = (connection: Connection): LiveEventHandler => {
    return (payload) => {
      const parsed = editorSchema.safeParse(payload);
      if (parsed.success) drafts.leave(connection, parsed.data);
      return parsed.success;
    };
  };
  return { join, update, moveCursor, leave };
}

const refuse: LiveEventHandler = (_payload, ack) => {
  ack({ ok: false, code: 404 });
  return true;
};
const ignore: LiveEventHandler = () => true;
const REFUSED = { draft_join: refuse, draft_update: refuse, draft_leave: ignore, draft_cursor: ignore };

/** Compacts the drafts that an earlier server left; returns how to end this. */
function startCompaction(storage: CompactStorage): () => Promise<void> {
  let isStopped = false;
  const compaction = compactLeftOver(storage, () => isStopped).catch((error: unknown) =>
    storage.log.warn({ err: error }, 'listing shared drafts to compact failed'),
  );
  return () => {
    isStopped = true;
    return compaction;
  };
}

type SharedDraftsDeps = Pick<SharedDraftsOptions, 'loadRow' | 'onSuggestersChanged' | 'triggerFailpoint' | 'sign'>;
/**
 * `loadRow` loads a stored row, to decide who may take part. Members and kiosk displays take no part. `onSuggestersChanged` writes the
 * notices about suggestions.
 */
export const createSharedDraftsFeature = (deps: SharedDraftsDeps): LiveFeature => ({
  name: 'sharedDrafts',
  start: ({ db, clock, log, registry, namespaces, nodes }) => {
    const options = { ...deps, db, clock, log, registry, namespace: namespaces.admin };
    const drafts = createSharedDrafts(options);
    const stopCompaction = startCompaction(options);
    const handlers = createHandlers(drafts);
    const pollLoop = createPollLoop({
      poll: async () => {
        if (nodes.alive().length > 1 && drafts.drafts.size > 0) await drafts.refreshAll();
      },
      onError: (error) => log.warn({ err: error }, 'reading shared drafts of other nodes failed'),
      intervalMs: () =>
        [...drafts.drafts.values()].some(({ remotePeople }) => remotePeople.length > 0) ? POLL_TOGETHER_MS : POLL_MS,
    });
    const people = createCrossNodePeople({ db, log, nodes, namespace: namespaces.admin, drafts: drafts.drafts });
    return {
      selfLimitedEvents: ['draft_update', 'draft_cursor'],
      beforeBatch: drafts.onBatch,
      onPermissionsChanged: drafts.recheckPermissions,
      onDisconnected: drafts.onDisconnected,
      onLogReset: drafts.reset,
      eventsFor: (connection) =>
        connection.realm !== 'admin' || isKioskPrincipal(connection.principal)
          ? REFUSED
          : {
              draft_join: handlers.join(connection),
              draft_update: handlers.update(connection),
              draft_leave: handlers.leave(connection),
              draft_cursor: handlers.moveCursor(connection),
            },
      stop: async () => {
        await pollLoop.stop();
        await people.stop();
        await stopCompaction();
        await drafts.stop();
      },
    };
  },
});
