/**
 * Hooks that run in other processes. No transaction waits for them: a write that they concern runs once to collect the hook requests, is rolled back,
 * and runs again with the responses. A response holds for exactly the values, row and revision that it was asked about.
 */
import { canonicalJson } from '../../../../common/canonicalJson';
import { getColumns, type StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { Issue } from '../../../../common/entity/issue';
import { fault } from '../../../../common/protocol/faults';
import type { RequestContext } from '../../../context';

export type ExternalVerb = 'create' | 'update' | 'restore' | 'remove';
/** A write that is about to be stored. Rows are in stored form, without secrets and without columns that nobody writes by hand. */
export interface WriteHookRequest {
  readonly entity: AnyEntity;
  readonly verb: ExternalVerb;
  /** Id and revision of the row before; 0 for a new one. */
  readonly id: number;
  readonly revision: number;
  /** The new row, or the changed values; empty when the row is removed. */
  readonly values: StoredRow;
  readonly before: StoredRow | undefined;
}
export interface WriteResponse {
  /** Reasons to refuse the write. */
  readonly issues: readonly Issue[];
  /** Values to store instead, in stored form. */
  readonly values: StoredRow;
}

export interface ExternalHooks {
  /** Whether a write of the entity needs hook requests. */
  readonly concerns: (ctx: RequestContext, entity: AnyEntity) => boolean;
  /** Returns the responses in the order of the requests. Throws to refuse the whole write. */
  readonly send: (ctx: RequestContext, requests: readonly WriteHookRequest[]) => Promise<readonly WriteResponse[]>;
}

/** The hook requests of one write and their responses, over all attempts. */
export interface ExternalSession {
  readonly hooks: ExternalHooks;
  readonly responses: Map<string, WriteResponse>;
  /** Requests of the running attempt that have no response yet. */
  readonly pendingRequests: Map<string, WriteHookRequest>;
  attempts: number;
}

/** The attempt has requests without a response and is rolled back. */
export class PendingHookRequestsError extends Error {}

/**
 * Attempts of one write. It needs several only when its rows change in between or a response leads to further writes; above
 * this it fails with `server.busy`.
 */
const MAX_ATTEMPTS = 4;

export const createExternalSession = (hooks: ExternalHooks): ExternalSession => ({
  hooks,
  responses: new Map(),
  pendingRequests: new Map(),
  attempts: 0,
});

/** Sends the pending requests to the external hooks; false when there are none. Errors: `server.busy` when each attempt has new ones, and those of the hooks. */
export async function callExternalHooks(session: ExternalSession, ctx: RequestContext): Promise<boolean> {
  const { hooks, responses, pendingRequests } = session;
  if (pendingRequests.size === 0) return false;
  session.attempts += 1;
  if (session.attempts > MAX_ATTEMPTS || ctx.deadline?.hasPassed === true) throw fault('server.busy');
  const [keys, requests] = [[...pendingRequests.keys()], [...pendingRequests.values()]];
  pendingRequests.clear();
  const newResponses = await hooks.send(ctx, requests);
  for (const [index, key] of keys.entries()) responses.set(key, newResponses[index] ?? { issues: [], values: {} });
  return true;
}

/** The part of a row that external hooks see. */
function visiblePart(entity: AnyEntity, row: StoredRow): StoredRow {
  const columns = getColumns(entity);
  const isShown = (name: string) => {
    const column = columns.get(name);
    return column !== undefined && !column.readonly && column.sensitivity !== 'secret';
  };
  return Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)));
}

/** The hook request of a write, and the key of its response. */
export function toWriteHookRequest(
  entity: AnyEntity,
  verb: ExternalVerb,
  values: StoredRow,
  before: StoredRow | undefined,
): readonly [key: string, request: WriteHookRequest] {
  const request: WriteHookRequest = {
    entity,
    verb,
    id: Number(before?.['id'] ?? 0),
    revision: Number(before?.['revision'] ?? 0),
    values: visiblePart(entity, values),
    before: before && visiblePart(entity, before),
  };
  const { id, revision, values: shown } = request;
  return [canonicalJson([entity.name, verb, id, revision, shown as Json]), request];
}
