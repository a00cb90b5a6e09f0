/** The system tables: change log, history, sessions, migrations. They have no entity and no screen. */
import { randomInt } from 'node:crypto';
import type { ColumnShape, IndexShape, TableShape } from '../../engine/schema/tableShape';
import type { Tx } from '../../context';

const number = (name: string): ColumnShape => ({ name, type: 'BIGINT', notNull: true, default: null });
const text = (name: string, length: number): ColumnShape => ({
  name,
  type: `VARCHAR(${length})`,
  notNull: true,
  default: null,
});
const long = (name: string): ColumnShape => ({ name, type: 'LONGTEXT', notNull: true, default: null });
const optional = (column: ColumnShape): ColumnShape => ({ ...column, notNull: false });

interface TableOptions {
  readonly auto?: true;
  readonly appendOnly?: true;
  readonly keptMs?: number;
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
}
/** The first column is the primary key. */
function table(name: string, columns: readonly ColumnShape[], options: TableOptions = {}): TableShape {
  const shapes = (unique: boolean, lists: readonly (readonly string[])[] = []): IndexShape[] =>
    lists.map((list) => ({ name: `${unique ? 'u' : 'i'}_${name}__${list.join('__')}`, unique, columns: list }));
  return {
    name,
    columns,
    primary: columns[0]?.name ?? 'id',
    auto: options.auto ?? false,
    indexes: [...shapes(true, options.unique), ...shapes(false, options.indexes)],
    appendOnly: options.appendOnly ?? false,
    ...(options.keptMs === undefined ? {} : { keptMs: options.keptMs }),
  };
}

/** Progress of each migration; created before all other tables. */
export const MIGRATION_TABLE = table('migration', [
  text('id', 120),
  text('hash', 64),
  number('done'),
  number('started_at'),
  optional(number('finished_at')),
]);

/** The record history is kept for at least a year. */
export const HISTORY_RETENTION_MS = 365 * 86_400_000;

const ACTOR_COLUMNS = [text('actor', 24), text('actor_name', 255)] as const;

export const SYSTEM_TABLES: readonly TableShape[] = [
  MIGRATION_TABLE,
  table('change_head', [number('id'), text('epoch', 26), number('last'), number('low'), optional(text('chain', 64))]),
  table(
    'change_log',
    [
      ...[number('seq'), number('txn'), text('ent', 64), number('eid'), number('ver'), text('op', 1)],
      ...[optional(long('img')), optional(long('prev')), ...ACTOR_COLUMNS],
      ...[optional(text('mid', 64)), text('cid', 36), number('at')],
    ],
    { indexes: [['ent', 'eid', 'seq'], ['at']] },
  ),
  table(
    'record_history',
    [
      ...[number('seq'), text('cid', 36), text('ent', 64), number('eid'), number('revision'), text('op', 1)],
      ...[...ACTOR_COLUMNS, text('channel', 16), text('ip', 64), number('at'), long('diff')],
    ],
    {
      appendOnly: true,
      keptMs: HISTORY_RETENTION_MS,
      indexes: [['ent', 'eid', 'seq'], ['cid'], ['at'], ['ent', 'seq']],
    },
  ),
  // Undone change-sets with the change-set that undid each.
  table('change_undo', [text('cid', 36), text('by_cid', 36), ...ACTOR_COLUMNS, number('at')], {
    indexes: [['by_cid'], ['at']],
  }),
  // Rows and columns of designed entities that a job dropped: the record of the definition that no longer has them, and the values by column.
  table('archived_row', [number('id'), number('record_id'), text('ent', 64), number('row_id'), long('data')], {
    auto: true,
    unique: [['record_id', 'row_id']],
  }),
  // Changes of definitions that renamed or removed fields: the history before sequence number `before_seq` has the former names.
  table(
    'field_name_change',
    [number('record_id'), text('ent', 64), number('before_seq'), number('undoes'), long('names')],
    { indexes: [['ent', 'record_id']] },
  ),
  // Unsaved form input: one row per person, entity and record (0: a new record).
  table(
    'draft',
    [
      ...[text('id', 120), number('admin_id'), text('ent', 64), number('eid'), number('base_revision')],
      ...[long('patch'), number('at')],
    ],
    { indexes: [['admin_id', 'at'], ['at']] },
  ),
  // Formatted texts that several people write together: the state up to update `snapshot_n`, who wrote since the last save, and whose
  // suggestions wait.
  table(
    'shared_draft',
    [
      ...[text('id', 140), text('ent', 64), number('eid'), text('field', 64), text('epoch', 24), long('snapshot')],
      ...[number('snapshot_n'), number('last_n'), text('base_hash', 64), long('writers'), number('at')],
      optional(long('suggesters')),
    ],
    { indexes: [['ent', 'eid'], ['at']] },
  ),
  // The Yjs updates after the snapshot, in base64.
  table('shared_draft_update', [number('id'), text('draft', 140), number('n'), long('body')], {
    auto: true,
    unique: [['draft', 'n']],
  }),
  // Which account may use a Yjs client id in a draft.
  table(
    'shared_draft_editor',
    [text('id', 160), text('draft', 140), number('c'), text('principal', 40), number('at')],
    {
      indexes: [['draft'], ['at']],
    },
  ),
  // The people who have a draft open on a node.
  table('shared_draft_people', [text('id', 180), text('node', 36), text('draft', 140), number('rev'), long('body')], {
    indexes: [['node'], ['draft']],
  }),
  // Uploaders of a file: one row per content, however many people uploaded it.
  table(
    'attachment_holder',
    [text('id', 80), number('attachment_id'), text('realm', 16), number('person_id'), text('name', 120), number('at')],
    { indexes: [['attachment_id'], ['realm', 'person_id']] },
  ),
  // Permission to upload one file directly to the object store.
  table(
    'upload_ticket',
    [
      ...[text('id', 64), text('realm', 16), number('person_id'), text('object_key', 255), text('name', 120)],
      ...[text('topic', 40), text('mimetype', 100), number('size'), number('expires_at'), optional(number('used_at'))],
    ],
    { indexes: [['realm', 'person_id'], ['expires_at']] },
  ),
  // Every object in a store, recorded before the upload; a cleanup deletes objects without an attachment.
  table('stored_object', [text('id', 255), optional(number('attachment_id')), number('at')], {
    indexes: [['attachment_id']],
  }),
  table(
    'saved_view',
    [
      ...[text('id', 36), number('admin_id'), text('ent', 64), text('title', 60)],
      ...[long('query'), number('shared'), number('at')],
    ],
    { indexes: [['ent', 'admin_id']] },
  ),
  table('journal_chain', [number('seq'), number('eid'), text('digest', 64), text('link', 64)], {
    appendOnly: true,
    unique: [['eid']],
  }),
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
      ...[text('ip', 64), text('user_agent', 255), optional(number('stepped_at')), optional(number('support'))],
      optional(text('ended', 20)),
      // The browser that exchanged the newest refresh token.
      optional(text('browser', 100)),
      // Identifies the browser that signed in.
      optional(text('device', 24)),
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
  table(
    'one_time_code',
    [
      ...[text('id', 64), text('purpose', 32), text('answer', 64), number('tries'), number('expires_at')],
      // The requester of the code, and the attempts of all others.
      ...[optional(text('asker', 64)), { ...number('other_tries'), default: 0 }],
    ],
    { indexes: [['expires_at']] },
  ),
  // Members who reported "this wasn't me": until then the credentials stay locked, except for a new password through the reporting address.
  table('member_lock', [number('user_id'), number('until'), optional(text('address', 254))]),
  // The addresses of a member before a change, for the mail about it.
  table(
    'member_former',
    [
      ...[text('id', 64), number('user_id'), text('email', 254), optional(text('mobile', 20))],
      ...[number('at'), number('expires_at')],
    ],
    { indexes: [['user_id', 'at'], ['expires_at']] },
  ),
  // Read receipts: the ledger entry that arrived on a device of the member, and the time when it was visible there; 0: not yet.
  table(
    'entry_seen',
    [
      ...[text('id', 160), number('user_id'), text('kind', 8), number('n')],
      ...[text('session_id', 64), number('seen_at'), { ...number('arrived_at'), default: 0 }],
    ],
    { indexes: [['user_id', 'kind', 'n'], ['arrived_at']] },
  ),
  // Second factors of admins; secrets are encrypted, so the table alone is not enough to sign in.
  table(
    'admin_factor',
    [
      ...[text('id', 64), number('admin_id'), text('kind', 16), text('name', 60), long('secret')],
      ...[optional(text('mark', 64)), number('counter'), number('created_at'), optional(number('used_at'))],
    ],
    { indexes: [['admin_id']], unique: [['mark']] },
  ),
  table('admin_recovery', [text('id', 64), number('admin_id'), optional(number('used_at'))], {
    indexes: [['admin_id']],
  }),
  // Sign-ins between the correct password and the second factor.
  table(
    'factor_ticket',
    [
      ...[text('id', 64), number('admin_id'), number('keep'), number('new_place'), number('expires_at')],
      { ...number('without_password'), default: 0 },
    ],
    { indexes: [['admin_id'], ['expires_at']] },
  ),
  // The same for members, who have no passkeys.
  table(
    'member_factor',
    [
      ...[text('id', 64), number('user_id'), text('kind', 16), text('name', 60), long('secret')],
      ...[optional(text('mark', 64)), number('counter'), number('created_at'), optional(number('used_at'))],
    ],
    { indexes: [['user_id']] },
  ),
  table('member_recovery', [text('id', 64), number('user_id'), optional(number('used_at'))], {
    indexes: [['user_id']],
  }),
  table(
    'member_ticket',
    [
      ...[text('id', 64), number('user_id'), number('keep'), number('new_place'), number('expires_at')],
      { ...number('without_password'), default: 0 },
    ],
    { indexes: [['user_id'], ['expires_at']] },
  ),
  table('factor_challenge', [text('id', 120), text('challenge', 128), number('expires_at')], {
    indexes: [['expires_at']],
  }),
  // The identities of admins at the OpenID provider, and the requests to it that wait for their response.
  table(
    'admin_identity',
    [text('id', 64), number('admin_id'), text('issuer', 255), text('subject', 255), number('created_at')],
    { indexes: [['admin_id']] },
  ),
  table(
    'oidc_request',
    [
      ...[text('id', 64), optional(number('admin_id')), text('state', 64), text('nonce', 64), text('verifier', 128)],
      ...[text('redirect_uri', 255), number('keep'), number('expires_at')],
    ],
    { indexes: [['expires_at']] },
  ),
  // Position in the change log up to which webhooks were collected.
  table('webhook_cursor', [number('id'), number('seq')]),
  table('node', [text('id', 36), number('started_at'), number('seen_at')]),
  table('presence', [text('id', 36), text('node', 36), number('rev'), long('body')], { indexes: [['node']] }),
  // The connections of a node.
  table('node_people', [text('id', 36), long('body')]),
  // The devices of members that are connected to a node.
  table('member_device', [text('id', 110), text('node', 36), number('user_id'), text('session_id', 64)], {
    indexes: [['user_id'], ['node']],
  }),
  // Output of terminal tasks in chunks: the text of an attempt starts at offset 0; an omission is recorded explicitly.
  table(
    'terminal_output',
    [number('id'), text('uuid', 64), number('attempt'), number('off'), number('bytes'), long('data')],
    { auto: true, unique: [['uuid', 'attempt', 'off']] },
  ),
  table('terminal_setting', [
    number('id'),
    text('manager', 16),
    text('registry', 255),
    number('port'),
    number('cleanup'),
  ]),
  // Opens the event stream once, within a minute.
  table(
    'terminal_ticket',
    [text('id', 64), number('admin_id'), text('session_id', 64), long('body'), number('expires_at')],
    { indexes: [['expires_at']] },
  ),
  // Counter values up to a sequence number: a checkpoint of the change log.
  table('counter_state', [text('id', 20), text('epoch', 26), number('seq')]),
  table('counter_cell', [text('id', 190), text('fold', 20), number('bucket'), text('dim', 120), number('value')], {
    indexes: [['fold']],
  }),
  // Visitors of the current day as irreversible hashes; both tables are emptied at the end of the day.
  table('visit_day', [text('id', 10), text('salt', 64)]),
  table('visit_mark', [text('id', 64), text('day', 10)], { indexes: [['day']] }),
  // Start of work of each admin today.
  table('work_day', [text('id', 40), number('since')], { indexes: [['since']] }),
  // Balance of a member in cents, or points, by account id such as `money:7`. Changed only by a ledger entry.
  table(
    'account',
    [
      ...[text('id', 40), number('user_id'), text('kind', 16), number('balance')],
      ...[number('n'), text('hash', 64), number('overdraft')],
    ],
    { unique: [['user_id', 'kind']] },
  ),
  table('gate', [text('name', 64)]),
  // Nonces of signed calls until their signatures expire.
  table('open_nonce', [text('id', 64), number('until'), text('claim', 36)], { indexes: [['until']] }),
  // Events for the hooks of modules. Without a due time an event failed for good.
  table(
    'module_event',
    [
      ...[number('id'), text('module', 60), text('ent', 60), long('event'), number('attempts')],
      ...[optional(number('due')), optional(text('failure', 500)), number('at')],
    ],
    { auto: true, indexes: [['module', 'due', 'id']] },
  ),
  table('throttle', [text('bucket', 190), number('hits'), number('until')], { indexes: [['until']] }),
];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The id of a database's lifetime: cursors of another epoch are invalid. */
export const createEpoch = (): string => Array.from({ length: 26 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Inserts the head row of an empty change log. */
export async function insertChangeHead(tx: Tx): Promise<void> {
  const [head] = await tx.rows('SELECT id FROM change_head WHERE id = 1');
  if (!head) await tx.run('INSERT INTO change_head (id, epoch, last, low) VALUES (1, ?, 0, 1)', [createEpoch()]);
}
