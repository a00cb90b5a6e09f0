/**
 * Group commit: batches the calls of units of work that share a transaction. Calls with the same key are collected until all units wait, then
 * become one statement.
 */
import type { LoadBatch, BatchScope, Tx } from '../../context';

/** Runs `load` for one request, or in a shared transaction together with the requests that other units make under the same key. */
export async function runBatched<W, R>(tx: Tx, batchKey: string, request: W, load: LoadBatch<W, R>): Promise<R> {
  if (tx.batch) return tx.batch.load(batchKey, request, load);
  const [result] = await load([request], tx);
  return result as R; // `load` returns one result for each request
}

/** Like `runBatched`, for statements that write. */
export function runBatchedWrite<W, R>(tx: Tx, batchKey: string, request: W, load: LoadBatch<W, R>): Promise<R> {
  tx.batch?.markWritten();
  return runBatched(tx, batchKey, request, load);
}

/** Thrown by a unit of work that needs its own transaction. */
export class NotBatchableError extends Error {}

/** One key with all requests that wait for it. */
interface PendingLoad {
  readonly load: LoadBatch<unknown, unknown>;
  readonly requests: unknown[];
  readonly waiters: { readonly grant: (result: unknown) => void; readonly refuse: (error: unknown) => void }[];
}
/** The state of one unit of work in the shared transaction. */
interface Participant {
  /** Requests it waits for. */
  pendingLoads: number;
  /** Statements of its own that are running. */
  runningStatements: number;
  /** One of its statements failed, so none of its writes may stay. */
  hasFailed: boolean;
  /** It has written to the database. */
  hasWritten: boolean;
}
interface TxBatch {
  readonly tx: Tx;
  readonly participants: Set<Participant>;
  /** Lock name → the unit that holds it. */
  readonly lockHolders: Map<string, Participant>;
  readonly pendingLoads: Map<string, PendingLoad>;
}

/** A transaction that several units of work share, as one of them uses it. */
export type SharedTx = Tx & { readonly batch: BatchScope };

/** The view that one unit of work has of a shared transaction. */
export interface BatchedTx {
  readonly tx: SharedTx;
  /** Whether it may leave without a rollback: it neither wrote nor failed. */
  readonly isClean: () => boolean;
  /** Ends the participation of the unit: it sends no further requests. */
  readonly leave: () => void;
}

/** Creates the batching of a shared transaction. The collected requests run as soon as every unit waits for one and no statement is running. */
export function createTxBatch(tx: Tx): { readonly join: () => BatchedTx } {
  const batch: TxBatch = { tx, participants: new Set(), lockHolders: new Map(), pendingLoads: new Map() };
  return { join: () => joinBatch(batch) };
}

function joinBatch(batch: TxBatch): BatchedTx {
  const { tx, participants } = batch;
  const participant: Participant = { pendingLoads: 0, runningStatements: 0, hasFailed: false, hasWritten: false };
  participants.add(participant);
  return {
    tx: {
      rows: (sql, params) => runStatement(batch, participant, () => tx.rows(sql, params)),
      run: (sql, params) => {
        participant.hasWritten = true;
        return runStatement(batch, participant, () => tx.run(sql, params));
      },
      runMany: (sql, paramLists) => {
        participant.hasWritten = true;
        return runStatement(batch, participant, () => tx.runMany(sql, paramLists));
      },
      batch: getBatchScope(batch, participant),
    },
    isClean: () => !participant.hasFailed && !participant.hasWritten,
    leave: () => {
      participants.delete(participant);
      scheduleFlush(batch);
    },
  };
}

const getBatchScope = (batch: TxBatch, participant: Participant): BatchScope => ({
  load: (batchKey, request, load) => requestLoad(batch, participant, { batchKey, request, load }),
  claimLock: (name) => {
    const holder = batch.lockHolders.get(name) ?? participant;
    if (holder !== participant)
      throw new NotBatchableError(`${name} is held by another unit of work of this transaction`);
    batch.lockHolders.set(name, participant);
  },
  markWritten: () => {
    participant.hasWritten = true;
  },
});

async function runStatement<T>(batch: TxBatch, participant: Participant, statement: () => Promise<T>): Promise<T> {
  participant.runningStatements += 1;
  try {
    return await statement();
  } catch (error) {
    participant.hasFailed = true;
    throw error;
  } finally {
    participant.runningStatements -= 1;
    scheduleFlush(batch);
  }
}

interface LoadRequest<W, R> {
  readonly batchKey: string;
  readonly request: W;
  readonly load: LoadBatch<W, R>;
}
function requestLoad<W, R>(
  batch: TxBatch,
  participant: Participant,
  { batchKey, request, load }: LoadRequest<W, R>,
): Promise<R> {
  // the key determines the type of the requests, so all requests under one key have the same type
  const pendingLoad = batch.pendingLoads.get(batchKey) ?? {
    load: load as LoadBatch<unknown, unknown>,
    requests: [],
    waiters: [],
  };
  batch.pendingLoads.set(batchKey, pendingLoad);
  participant.pendingLoads += 1;
  scheduleFlush(batch);
  return new Promise<R>((resolve, reject) => {
    pendingLoad.requests.push(request);
    pendingLoad.waiters.push({
      grant: (result) => {
        participant.pendingLoads -= 1;
        resolve(result as R);
      },
      refuse: (error) => {
        participant.pendingLoads -= 1;
        participant.hasFailed = true;
        reject(error instanceof Error ? error : new Error('a batched statement failed', { cause: error }));
      },
    });
  });
}

const scheduleFlush = (batch: TxBatch): void => queueMicrotask(() => flushWhenIdle(batch));

function flushWhenIdle({ tx, participants, pendingLoads }: TxBatch): void {
  for (const { pendingLoads, runningStatements } of participants)
    if (pendingLoads === 0 || runningStatements > 0) return;
  const loads = [...pendingLoads.values()];
  pendingLoads.clear();
  for (const batchKey of loads) void runLoad(tx, batchKey);
}

async function runLoad(tx: Tx, { load, requests, waiters }: PendingLoad): Promise<void> {
  try {
    const results = await load(requests, tx);
    if (results.length !== requests.length)
      throw new Error('a batched statement returned another number of results than requests');
    for (const [index, waiter] of waiters.entries()) waiter.grant(results[index]);
  } catch (error) {
    for (const waiter of waiters) waiter.refuse(error);
  }
}
