/**
 * Subscribes a connection to a topic, and after a reconnect replays the changes that it missed. There is no gap and no overlap: reading
 * the changes since the client's snapshot and joining the room are one step.
 */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import type { Registry } from '../../../common/entity/registry';
import {
  LOG_RESTARTED,
  LOG_TOO_SHORT,
  PERMISSIONS_CHANGED,
  type Change,
  type ResetReason,
  type SubscribeAck,
  type SubscribeResult,
} from '../../../common/protocol/liveEvents';
import type { Backpressure } from './backpressure';
import type { CursorCodec } from '../log/cursorCodec';
import type { Fanout } from '../topics/fanout';
import { endSubscription, type Connection } from './connection';
import {
  createFoldBudget,
  READ_OLDER_AGAIN,
  type FoldBudget,
  type CatchUpReader,
  type OlderChangesResult,
} from '../topics/catchUpReader';
import type { RingBuffer } from '../log/ringBuffer';
import type { Services } from '../../context';
import { resolveSpec, type ResolvedTopic } from '../topics/subscriptionSpec';
import type { Realm } from '../../../common/realm';
import type { TopicRegistry } from '../topics/topicRegistry';

export interface SubscribeOptions {
  readonly registry: Registry;
  readonly searchBy: Services['searchBy'];
  readonly ring: RingBuffer;
  readonly topics: TopicRegistry;
  readonly fanout: Fanout;
  readonly backpressure: Backpressure;
  readonly catchUpReader: CatchUpReader;
  readonly cursorCodecs: Readonly<Record<Realm, CursorCodec>>;
  readonly epoch: () => string;
  /** Reads the log now. */
  readonly wakeTailer: () => void;
  /** Reads the last sequence number from the database. */
  readonly readLastSeq: () => Promise<number>;
}

const requestSchema = z.strictObject({
  epoch: z.string().max(64),
  topics: z
    .array(
      z
        .strictObject({ t: z.string().min(1).max(64), spec: z.unknown(), since: z.string().max(128).optional() })
        .transform(({ t, spec, since }) => ({ subscriptionId: t, spec, since })),
    )
    .max(LIMITS.topicsPerConnection),
});
type TopicRequest = z.infer<typeof requestSchema>['topics'][number];

interface PendingSubscription {
  readonly topicRequest: TopicRequest;
  /** Undefined: from now on. `lost`: the cursor does not belong to this log. */
  readonly since: number | 'lost' | undefined;
  older?: OlderChangesResult;
}
/** The frames after the acknowledgement: the missed changes, or a reset. */
type FollowUp =
  | {
      readonly topicName: string;
      readonly entityName: string;
      readonly cursor: string;
      readonly subscriptionId: string;
      readonly changes: readonly Change[];
    }
  | { readonly topicName: string; readonly resetReason: ResetReason };

interface BatchState {
  readonly followUps: FollowUp[];
  readonly budget: FoldBudget;
}

const MAX_ATTEMPTS = 3;

const resolveRequest = ({ registry, searchBy }: SubscribeOptions, connection: Connection, topicRequest: TopicRequest) =>
  resolveSpec(
    registry,
    { realm: connection.realm, actor: connection.actor, lang: connection.lang },
    topicRequest.spec,
    searchBy,
  );

function joinTopic(
  { topics, fanout, backpressure }: SubscribeOptions,
  connection: Connection,
  topicRequest: TopicRequest,
  resolvedTopic: ResolvedTopic,
): void {
  endSubscription(connection, topics, topicRequest.subscriptionId);
  // The room must be at the same position as the new subscriber.
  const existing = topics.get(resolvedTopic.name);
  if (existing !== undefined) {
    fanout.flush(existing);
    backpressure.catchUpTopic(connection, existing);
  }
  const topic = topics.join(resolvedTopic);
  connection.subscriptions.set(topicRequest.subscriptionId, { topic, spec: topicRequest.spec });
  topics.costs.add(connection.principal, topic.name, computeCost(topicRequest.spec));
  void connection.socket.join(topic.name);
  if (connection.paused?.deliveredSeqs.has(topic.name) === false)
    connection.paused.deliveredSeqs.set(topic.name, fanout.position());
}

/** The changes since the cursor, or the reason why the client must fetch again. */
function catchUpChanges(
  options: SubscribeOptions,
  connection: Connection,
  { since, older }: PendingSubscription,
  resolvedTopic: ResolvedTopic,
  budget: FoldBudget,
) {
  if (since === undefined) return [];
  if (since === 'lost' || since > options.fanout.position()) return LOG_RESTARTED;
  // Rows that became visible with new permissions are in no later change.
  if (since < connection.permissionsChangedAt) return PERMISSIONS_CHANGED;
  const foldedChanges = options.catchUpReader.foldSince(
    { entityName: resolvedTopic.entity.name, since, older },
    budget,
  );
  if (typeof foldedChanges === 'string') return foldedChanges;
  return options.catchUpReader.projectFor(resolvedTopic, foldedChanges) ?? LOG_TOO_SHORT;
}

const CHARACTERS_PER_COST = 128;
const computeCost = (spec: unknown): number =>
  1 + Math.floor(JSON.stringify(spec ?? null).length / CHARACTERS_PER_COST);
/**
 * Whether the connection reached its limit of topics, or all connections of its principal their cost limit. Each change is matched
 * against each topic.
 */
function exceedsLimits(
  { topics }: SubscribeOptions,
  connection: Connection,
  topicRequest: TopicRequest,
  { name }: ResolvedTopic,
): boolean {
  if (
    !connection.subscriptions.has(topicRequest.subscriptionId) &&
    connection.subscriptions.size >= LIMITS.topicsPerConnection
  )
    return true;
  return topics.costs.totalWith(connection.principal, name, computeCost(topicRequest.spec)) > LIMITS.topicCost;
}

/** Resolves, catches up and joins one topic, synchronously in the exclusive section. */
function subscribeOne(
  options: SubscribeOptions,
  connection: Connection,
  pending: PendingSubscription,
  batchState: BatchState,
): SubscribeResult | typeof READ_OLDER_AGAIN {
  const { topicRequest } = pending;
  const resolvedTopic = resolveRequest(options, connection, topicRequest);
  if ('ok' in resolvedTopic) return resolvedTopic;
  if (exceedsLimits(options, connection, topicRequest, resolvedTopic)) return { ok: false, code: 429, msg: 'topics' };
  const changes = catchUpChanges(options, connection, pending, resolvedTopic, batchState.budget);
  if (changes === READ_OLDER_AGAIN) return changes;
  const cursor = options.cursorCodecs[connection.realm].encode(options.fanout.position());
  const hiddenColumns = resolvedTopic.hiddenColumns.length > 0 ? { hidden: resolvedTopic.hiddenColumns } : {};
  const response = { ok: true, topic: resolvedTopic.name, s: cursor, ...hiddenColumns } as const;
  if (typeof changes === 'string') {
    endSubscription(connection, options.topics, topicRequest.subscriptionId);
    batchState.followUps.push({ topicName: resolvedTopic.name, resetReason: changes });
    return response;
  }
  joinTopic(options, connection, topicRequest, resolvedTopic);
  if (changes.length === 0) return response;
  batchState.followUps.push({
    topicName: resolvedTopic.name,
    entityName: resolvedTopic.frameEntity,
    cursor,
    subscriptionId: topicRequest.subscriptionId,
    changes,
  });
  return { ...response, s: topicRequest.since ?? cursor };
}

function sendFollowUp({ socket }: Connection, followUp: FollowUp): void {
  if ('resetReason' in followUp) {
    socket.emit('reset', { t: [followUp.topicName], why: followUp.resetReason, jitter: 0 });
    return;
  }
  const { topicName, entityName, cursor, subscriptionId, changes } = followUp;
  socket.emit('chg', { t: topicName, e: entityName, s: cursor, to: subscriptionId, c: changes });
}

type Ack = (response: SubscribeAck) => void;
/** False when older changes must be read first; then nothing was sent. */
function subscribeAll(
  options: SubscribeOptions,
  connection: Connection,
  all: readonly PendingSubscription[],
  ack: Ack,
): boolean {
  if (!connection.socket.connected) return true;
  const batchState: BatchState = { followUps: [], budget: createFoldBudget() };
  const results: [string, SubscribeResult][] = [];
  for (const pending of all) {
    const result = subscribeOne(options, connection, pending, batchState);
    if (result === READ_OLDER_AGAIN) return false;
    results.push([pending.topicRequest.subscriptionId, result]);
  }
  ack({ ok: true, epoch: options.epoch(), r: Object.fromEntries(results) });
  for (const followUp of batchState.followUps) sendFollowUp(connection, followUp);
  return true;
}

/** Reads from the database what the ring buffer no longer contains; only for entities that the client may read. */
async function fetchOlder(
  options: SubscribeOptions,
  connection: Connection,
  pending: PendingSubscription,
): Promise<void> {
  if (typeof pending.since !== 'number' || pending.since + 1 >= options.ring.oldestSeq()) return;
  const resolvedTopic = resolveRequest(options, connection, pending.topicRequest);
  if (!('ok' in resolvedTopic))
    pending.older = await options.catchUpReader.loadOlder(resolvedTopic.entity.name, pending.since);
}

function toPending(
  options: SubscribeOptions,
  connection: Connection,
  topicRequest: TopicRequest,
  epoch: string,
): PendingSubscription {
  if (topicRequest.since === undefined) return { topicRequest, since: undefined };
  const sameLog = epoch === '' || epoch === options.epoch();
  return {
    topicRequest,
    since: sameLog ? (options.cursorCodecs[connection.realm].decode(topicRequest.since) ?? 'lost') : 'lost',
  };
}

/** Waits until this node has processed the client's snapshot, so that no change is repeated. */
async function waitForCursor(
  { fanout, wakeTailer, readLastSeq }: SubscribeOptions,
  all: readonly PendingSubscription[],
): Promise<'reached' | 'behind'> {
  const newestPosition = Math.max(0, ...all.map(({ since }) => (typeof since === 'number' ? since : 0)));
  if (newestPosition <= fanout.position()) return 'reached';
  wakeTailer();
  // A sequence number beyond the log belongs to another log; this node only has to catch up with one inside it.
  return (await fanout.waitFor(newestPosition)) || newestPosition > (await readLastSeq()) ? 'reached' : 'behind';
}

/** Handles one `sub`; false for a malformed request. */
export type Subscribe = (connection: Connection, raw: unknown, ack: Ack) => Promise<boolean>;
export const createSubscribe =
  (options: SubscribeOptions): Subscribe =>
  async (connection, raw, ack) => {
    const parsed = requestSchema.safeParse(raw);
    if (!parsed.success) {
      ack({ ok: false, code: 400, msg: 'request' });
      return false;
    }
    const all = parsed.data.topics.map((topicRequest) =>
      toPending(options, connection, topicRequest, parsed.data.epoch),
    );
    const maxAttempts = (await waitForCursor(options, all)) === 'reached' ? MAX_ATTEMPTS : 0;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      await Promise.all(all.map((pending) => fetchOlder(options, connection, pending)));
      if (await options.fanout.runExclusive(() => subscribeAll(options, connection, all, ack))) return true;
    }
    ack({ ok: false, code: 503, msg: 'busy' });
    return true;
  };
