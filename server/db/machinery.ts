/** The tables of the house itself: change log, histories, sessions, migrations. No entity, no screen. */
import { randomInt } from 'node:crypto';
import type { ColumnShape, IndexShape, TableShape } from '../engine/schema';
import type { Tx } from '../kit';

const number = (name: string): ColumnShape => ({ name, type: 'BIGINT', notNull: true, default: null });
const text = (name: string, length: number): ColumnShape => ({
  name,
  type: `VARCHAR(${length})`,
  notNull: true,
  default: null,
});
const long = (name: string): ColumnShape => ({ name, type: 'LONGTEXT', notNull: true, default: null });
const optional = (column: ColumnShape): ColumnShape => ({ ...column, notNull: false });

interface Made {
  readonly auto?: true;
  readonly appendOnly?: true;
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
}
/** The first column is the primary key. */
function table(name: string, columns: readonly ColumnShape[], made: Made = {}): TableShape {
  const shapes = (unique: boolean, lists: readonly (readonly string[])[] = []): IndexShape[] =>
    lists.map((list) => ({ name: `${unique ? 'u' : 'i'}_${name}__${list.join('__')}`, unique, columns: list }));
  return {
    name,
    columns,
    primary: columns[0]?.name ?? 'id',
    auto: made.auto ?? false,
    indexes: [...shapes(true, made.unique), ...shapes(false, made.indexes)],
    appendOnly: made.appendOnly ?? false,
  };
}

/** Who did which migration and how far it came; made before everything else. */
export const MIGRATION = table('migration', [
  text('id', 120),
  text('hash', 64),
  number('done'),
  number('started_at'),
  optional(number('finished_at')),
]);

const WHO = [text('actor', 24), text('actor_name', 255)] as const;

export const MACHINERY: readonly TableShape[] = [
  MIGRATION,
  table('change_head', [number('id'), text('epoch', 26), number('last'), number('low')]),
  table(
    'change_log',
    [
      ...[number('seq'), number('txn'), text('ent', 64), number('eid'), number('ver'), text('op', 1)],
      ...[optional(long('img')), optional(long('prev')), ...WHO],
      ...[optional(text('mid', 64)), text('cid', 36), number('at')],
    ],
    { indexes: [['ent', 'eid', 'seq'], ['at']] },
  ),
  table(
    'record_history',
    [
      ...[number('seq'), text('cid', 36), text('ent', 64), number('eid'), number('revision'), text('op', 1)],
      ...[...WHO, text('channel', 16), text('ip', 64), number('at'), long('diff')],
    ],
    { appendOnly: true, indexes: [['ent', 'eid', 'seq'], ['cid'], ['at']] },
  ),
  table(
    'mutation_log',
    [text('mid', 64), text('actor', 24), text('req_hash', 64), optional(long('response')), number('at')],
    { indexes: [['at']] },
  ),
  table(
    'session',
    [
      ...[text('id', 64), text('realm', 16), number('principal'), number('generation')],
      ...[number('created_at'), number('seen_at'), number('expires_at'), optional(number('revoked_at'))],
      ...[text('ip', 64), text('user_agent', 255), optional(number('stepped_at'))],
    ],
    { indexes: [['realm', 'principal'], ['expires_at']] },
  ),
  table('access_token', [text('hash', 128), text('session_id', 64), number('expires_at')], {
    indexes: [['session_id'], ['expires_at']],
  }),
  table(
    'captcha',
    [text('id', 64), text('purpose', 16), text('address', 64), text('answer', 64), number('expires_at')],
    { indexes: [['address', 'expires_at'], ['expires_at']] },
  ),
  table('throttle', [text('bucket', 190), number('hits'), number('until')], { indexes: [['until']] }),
];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The name of one life of a database: cursors of another life are worthless. */
export const newEpoch = (): string => Array.from({ length: 26 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Gives an empty change log its head. */
export async function seedHead(tx: Tx): Promise<void> {
  const [head] = await tx.rows('SELECT id FROM change_head WHERE id = 1');
  if (!head) await tx.run('INSERT INTO change_head (id, epoch, last, low) VALUES (1, ?, 0, 1)', [newEpoch()]);
}
