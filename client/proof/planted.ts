/** Bugs as people make them, each one line in the sources of the program under proof: a proof that misses one proves nothing. */
import type { Order } from './order';
import type { Patch } from './program';

export interface Planted extends Patch {
  readonly name: string;
  /** Where it can show at all. */
  readonly dialect?: Order['dialect'];
  /** Only seen where groups change. */
  readonly rights?: boolean;
  /** Longest sequence of commands it needs, where 40 are not enough. */
  readonly length?: number;
  /** The test beside the sources that sees it too; without one it is for the proof alone to catch. */
  readonly unit?: string;
}

/** The first are those a short run plants. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a frame carries columns the reader may not see',
    unit: 'server/live/frameInvariants.test.ts',
    file: 'server/live/topics/subscriptionSpec.ts',
    find: 'const columns = readableColumns(reader.actor, entity);',
    replace: "const columns = readableColumns({ ...reader.actor, realm: 'system' }, entity);",
  },
  {
    name: 'numbers of the log have gaps',
    unit: 'server/live/log/changeLog.test.ts',
    file: 'server/live/log/changeLog.ts',
    dialect: 'sqlite',
    find: "'UPDATE change_head SET last = last + ? WHERE id = 1 RETURNING",
    replace: "'UPDATE change_head SET last = last + 1 + ? WHERE id = 1 RETURNING",
  },
  {
    name: 'long values travel in frames',
    unit: 'server/live/frameInvariants.test.ts',
    file: 'server/live/topics/subscriptionSpec.ts',
    find: 'columns: columns.filter((column) => !column.long),',
    replace: 'columns,',
  },
  {
    name: 'a row that leaves a list is not told of',
    unit: 'server/live/liveHub.test.ts',
    file: 'server/live/topics/projectChange.ts',
    find: "if (!is) return { op: gone(missed) ? 'del' : 'leave', ...envelope(view, missed) };",
    replace: 'if (!is) return undefined;',
  },
  {
    name: 'an edit is merged without a look at its base',
    unit: 'server/engine/write/merge.test.ts',
    file: 'server/engine/write/merge.ts',
    find: 'if (sameValue(seen, base) || sameText(column, seen, base)) return true;',
    replace: 'if (sameValue(seen, base) || sameText(column, seen, base) || true) return true;',
  },
  {
    name: 'an older revision replaces a newer one in the store',
    unit: 'client/shared/store/entities.test.ts',
    file: 'client/shared/store/entities.ts',
    find: 'if (v < held.v) return held;',
    replace: 'if (v < held.v) return { v, row };',
  },
  {
    name: 'the image before a change is that after it',
    unit: 'server/live/frameInvariants.test.ts',
    file: 'server/live/topics/projectChange.ts',
    find: 'return change.img === null ? change.prev : { ...change.img, ...change.prev };',
    replace: 'return change.img ?? change.prev;',
  },
  {
    name: 'a patch of an older revision is applied',
    unit: 'client/shared/store/entities.test.ts',
    file: 'client/shared/store/entities.ts',
    find: 'if (change.v < held.v) return held;',
    replace: '',
  },
  {
    name: 'rows beyond the reach of the reader are told',
    unit: 'server/live/liveHub.test.ts',
    file: 'server/live/topics/subscriptionSpec.ts',
    find: 'inside: matcher(entity, { all: [rows, asked] })',
    replace: 'inside: matcher(entity, asked)',
  },
  {
    name: 'readers of different classes share a topic',
    unit: 'server/live/frameInvariants.test.ts',
    file: 'server/live/topics/subscriptionSpec.ts',
    find: 'canonical(asked), klass]',
    replace: 'canonical(asked)]',
  },
  {
    name: 'a mutation id is not looked up',
    unit: 'server/engine/write/writer.test.ts',
    file: 'server/engine/transaction/idempotency.ts',
    find: 'if (changes === 1) return undefined;',
    replace: 'if (changes >= 0) return undefined;',
  },
  {
    name: 'the memory of changes is read one too late',
    unit: 'server/live/topics/resubscribe.test.ts',
    file: 'server/live/log/ringBuffer.ts',
    find: 'let at = firstAfter(index.seqs, index.head, after)',
    replace: 'let at = firstAfter(index.seqs, index.head, after + 1)',
  },
  {
    name: 'who comes back is not told what was missed',
    unit: 'server/live/topics/resubscribe.test.ts',
    file: 'server/live/topics/subscribe.ts',
    find: 'if (since === undefined) return [];',
    replace: 'if (since === undefined || true) return [];',
  },
  {
    name: 'a frame of one topic advances the cursors of all',
    unit: 'client/shared/live/topics.test.ts',
    file: 'client/shared/live/topics.ts',
    find: 'topic.cursor = frame.s;',
    replace: 'for (const other of topics.byKey.values()) other.cursor = frame.s;',
  },
  {
    name: 'what one subscription missed is told to all of its topic',
    unit: 'client/shared/live/topics.test.ts',
    file: 'client/shared/live/topics.ts',
    find: 'if (frame.to !== undefined && frame.to !== topic.id) continue;',
    replace: '',
  },
  {
    name: 'a topic nobody watches any more is not given up',
    unit: 'client/shared/live/topics.test.ts',
    file: 'client/shared/live/topics.ts',
    find: 'topics.dropped.add(topic.id);',
    replace: '',
  },
  {
    name: 'a hidden tab is not caught up when it is shown',
    unit: 'server/live/topics/resubscribe.test.ts',
    file: 'server/live/topics/backpressure.ts',
    find: 'catchUp(options, peer, now);\n  peer.paused = undefined;',
    replace: 'peer.paused = undefined;',
  },
  {
    name: 'a change of rights is told after what follows it, or never',
    unit: 'server/live/topics/resubscribe.test.ts',
    file: 'server/live/topics/fanout.ts',
    rights: true,
    find: 'await rights(concerned);',
    replace: '',
  },
  {
    name: 'a page fetched anew with the same cursor goes on from where the old one was',
    file: 'client/engine/data/useRows.ts',
    find: 'handlers, answer.fulfilledTimeStamp)',
    replace: 'handlers)',
  },
  {
    name: 'showing what waits forgets what came since the last render',
    file: 'client/engine/data/useRows.ts',
    find: 'return settle(list, action.limit, action.placing) ?? list;',
    replace: 'return { ...(settle(list, action.limit, action.placing) ?? list), total: list.ids.length };',
  },
  {
    name: 'writers read at REPEATABLE READ',
    unit: 'server/platform/database/openDb.test.ts',
    file: 'server/platform/database/mariadb.ts',
    dialect: 'mariadb',
    find: "'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'",
    replace: "'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ'",
  },
];
