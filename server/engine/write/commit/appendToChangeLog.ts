/** The last statements of a transaction: changes, history, audit chain and stored responses go into the change log, then it commits. */
import { fault } from '../../../../common/protocol/faults';
import type { Tx } from '../../../context';
import { computeDigests, type ChainedAuditEntry } from '../../../live/log/auditChain';
import { CHANGE_OPS, appendAndCommit, appendBatches, loadLogHead, type CommitBatch } from '../../../live/log/changeLog';
import { isFailpointSet, triggerFailpoint } from '../../../platform/failpoints';
import type { UnitOfWork } from '../context/openUnitOfWork';
import { findStoredKey, storeResponse } from './idempotency';

/** A unit of work whose verb has run and that is about to be committed. */
export interface PreparedUnit<T> {
  readonly unit: UnitOfWork;
  readonly response: T;
  /** The response is stored under the request's idempotency key. */
  readonly storesResponse: boolean;
}

/**
 * Appends the changes of all units of a transaction to the change log and commits (SQLite commits when the transaction's work ends).
 * Error: `server.deadline` when the deadline of one of the requests has passed; then nothing is committed.
 * @returns For each unit, in their order, the sequence number of its last change; the head of the log for a unit that changed nothing.
 */
export async function appendToChangeLog(tx: Tx, units: readonly PreparedUnit<object>[]): Promise<readonly number[]> {
  const [first] = units;
  if (first === undefined) return [];
  const { services } = first.unit.ctx;
  await triggerFailpoint(services.env, 'write.before_log');
  if (units.some(({ unit }) => unit.ctx.deadline?.hasPassed)) throw fault('server.deadline');
  if (first.unit.changes.length === 0) return [await commitUnchanged(first)];
  // a failpoint between the append and the commit needs two round trips, so they are separate only while it is set
  const append = isFailpointSet(services.env, 'write.before_commit') ? appendBatches : appendAndCommit;
  const sequences = await append(tx, services.db.dialect, units.map(getCommitBatch));
  await triggerFailpoint(services.env, 'write.before_commit');
  return sequences;
}

const getCommitBatch = (prepared: PreparedUnit<object>): CommitBatch => ({
  changes: prepared.unit.changes,
  history: prepared.unit.history,
  auditEntries: getAuditRows(prepared.unit),
  ...getStoredResponse(prepared),
});

/** The response to store, as the texts before and after the sequence number, which only the database knows at that time. */
function getStoredResponse({
  unit: { ctx, cid },
  response,
  storesResponse,
}: PreparedUnit<object>): Pick<CommitBatch, 'storedResponse'> {
  const key = findStoredKey(ctx);
  if (!storesResponse || key === undefined) return {};
  const after = `",${JSON.stringify({ ...response, cid }).slice(1)}`;
  return { storedResponse: { key: key, before: '{"seq":"', after } };
}

/** A unit that changed nothing gets the head of the log as its sequence number. */
async function commitUnchanged(prepared: PreparedUnit<object>): Promise<number> {
  const { tx, ctx } = prepared.unit;
  const { last: sequence } = await loadLogHead(tx);
  const { storedResponse } = getStoredResponse(prepared);
  if (storedResponse)
    await storeResponse(tx, storedResponse.key, `${storedResponse.before}${sequence}${storedResponse.after}`);
  await triggerFailpoint(ctx.services.env, 'write.before_commit');
  return sequence;
}

/** The unit's new rows of the audit log, with their digests for the audit chain. */
const getAuditRows = ({ ctx, changes, hooks }: UnitOfWork): ChainedAuditEntry[] =>
  changes.flatMap(({ entityName, op, rowId, image }, changeIndex) => {
    if (entityName !== hooks.auditLog?.entity || op !== CHANGE_OPS.created || image === null) return [];
    const [digest] = computeDigests(ctx.services.env.appKeys, image);
    if (digest === undefined) throw new Error('there is no application key for the digests of the audit log');
    return [{ changeIndex, entryId: rowId, digest }];
  });
