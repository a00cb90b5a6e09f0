/**
 * Hooks that run in other processes. No transaction waits for them: a write that they concern runs once to find the questions, is rolled back,
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
export interface WriteQuestion {
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
  /** Whether a write of the entity has to be asked about. */
  readonly concerns: (ctx: RequestContext, entity: AnyEntity) => boolean;
  /** Answers in the order of the questions. Throws to refuse the whole write. */
  readonly ask: (ctx: RequestContext, questions: readonly WriteQuestion[]) => Promise<readonly WriteResponse[]>;
}

/** The questions of one write and their responses, over all attempts. */
export interface ExternalSession {
  readonly hooks: ExternalHooks;
  readonly responses: Map<string, WriteResponse>;
  /** Questions of the running attempt that have no response yet. */
  readonly unanswered: Map<string, WriteQuestion>;
  rounds: number;
}

/** The attempt found questions and is rolled back. */
export class UnansweredQuestionsError extends Error {}

/**
 * Rounds of questions for one write. It needs several only when its rows change in between or a response leads to further writes; above
 * this it fails with `server.busy`.
 */
const MAX_ROUNDS = 4;

export const createExternalSession = (hooks: ExternalHooks): ExternalSession => ({
  hooks,
  responses: new Map(),
  unanswered: new Map(),
  rounds: 0,
});

/** Sends the unanswered questions to the external hooks; false when there are none. Errors: `server.busy` when each attempt has new ones, and those of the hooks. */
export async function callExternalHooks(session: ExternalSession, ctx: RequestContext): Promise<boolean> {
  const { hooks, responses, unanswered } = session;
  if (unanswered.size === 0) return false;
  session.rounds += 1;
  if (session.rounds > MAX_ROUNDS || ctx.deadline?.hasPassed === true) throw fault('server.busy');
  const [keys, questions] = [[...unanswered.keys()], [...unanswered.values()]];
  unanswered.clear();
  const responsesOfRound = await hooks.ask(ctx, questions);
  for (const [index, key] of keys.entries()) responses.set(key, responsesOfRound[index] ?? { issues: [], values: {} });
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

/** A question about a write, and the key of its response. */
export function toQuestion(
  entity: AnyEntity,
  verb: ExternalVerb,
  values: StoredRow,
  before: StoredRow | undefined,
): readonly [key: string, question: WriteQuestion] {
  const question: WriteQuestion = {
    entity,
    verb,
    id: Number(before?.['id'] ?? 0),
    revision: Number(before?.['revision'] ?? 0),
    values: visiblePart(entity, values),
    before: before && visiblePart(entity, before),
  };
  const { id, revision, values: shown } = question;
  return [canonicalJson([entity.name, verb, id, revision, shown as Json]), question];
}
