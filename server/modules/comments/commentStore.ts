/** Comments on records of any entity. Who can read the record reads and writes them; their author and super admins delete them. */
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import type { Json } from '../../../common/entity/field';
import type { CommentList, CommentMention, CommentPerson, RecordComment } from '../../../common/protocol/comments';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { loadStaffActors } from '../../access/rbac/permissionCache';
import type { RequestContext, Services, Tx } from '../../context';
import { loadStoredRow } from '../../engine/read/storedHistory';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Committed } from '../../engine/write/context/txWriter';
import { isInScope, isRemoved } from '../../engine/write/stages/authorize';
import type { Writer } from '../../engine/write/writer';
import { recordSystemWrite } from '../../hooks/audit/auditLog';
import { noticeTitle } from '../../hooks/notifications/noticeTitle';
import { notify } from '../../hooks/notifications/notify';
import { placeholders } from '../../platform/database/sql';

const PAGE_SIZE = 50;
const MAX_SUGGESTIONS = 8;
const MAX_NAME_LENGTH = 30;

export interface CommentTarget {
  readonly entity: AnyEntity;
  readonly id: number;
}

const canRead = (actor: Actor, { entity }: CommentTarget, row: StoredRow): boolean =>
  !isRemoved(row) && isInScope(actor, entity, 'read', row);

/** The record. Error: `row.missing` when it is deleted, absent or not readable for the actor, without telling which. */
async function requireReadable(tx: Pick<Tx, 'rows'>, actor: Actor, target: CommentTarget): Promise<StoredRow> {
  const row = await loadStoredRow(tx, target.entity, target.id);
  if (row === undefined || !canRead(actor, target, row)) throw fault('row.missing');
  return row;
}

interface CommentRow {
  readonly id: number;
  readonly create_time: number;
  readonly admin_id: number | null;
  readonly author_name: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly body: string;
  readonly mentions: string | null;
}
const toComment = (actor: Actor, row: CommentRow): RecordComment => {
  const authorId = Number(row.admin_id ?? 0);
  return {
    id: Number(row.id),
    author: { id: authorId, name: row.nickname ?? row.author_name, avatar: row.avatar ?? '' },
    body: row.body,
    at: Number(row.create_time),
    mentions: JSON.parse(row.mentions ?? '[]') as readonly CommentMention[], // Written by `addComment`.
    canDelete: actor.isSuper || authorId === actor.id,
  };
};

/** Comments that are older than their record belong to an earlier table of the same name. */
const RECORD_COMMENTS_SQL = 'c.ent = ? AND c.record_id = ? AND c.create_time >= ? AND c.delete_time IS NULL';
const recordParams = ({ entity, id }: CommentTarget, row: StoredRow): readonly (string | number)[] => [
  entity.name,
  id,
  Number(row['create_time'] ?? 0),
];

/** The newest comments of a record before `before`, oldest first. Error: `row.missing`. */
export const listComments = (
  { services, actor }: RequestContext,
  target: CommentTarget,
  before: number | undefined,
): Promise<CommentList> =>
  services.db.snapshot(async (tx) => {
    const params = recordParams(target, await requireReadable(tx, actor, target));
    const olderCondition = before === undefined ? '' : ' AND c.id < ?';
    const rows = await tx.rows<CommentRow>(
      `SELECT c.id, c.create_time, c.admin_id, c.author_name, a.nickname, a.avatar, c.body, c.mentions FROM \`comment\` c LEFT JOIN \`admin\` a ON a.id = c.admin_id
        WHERE ${RECORD_COMMENTS_SQL}${olderCondition} ORDER BY c.id DESC LIMIT ${PAGE_SIZE + 1}`,
      [...params, ...(before === undefined ? [] : [before])],
    );
    const [count] = await tx.rows<{ n: number }>(
      `SELECT COUNT(*) AS n FROM \`comment\` c WHERE ${RECORD_COMMENTS_SQL}`,
      params,
    );
    return {
      list: rows
        .slice(0, PAGE_SIZE)
        .map((row) => toComment(actor, row))
        .reverse(),
      more: rows.length > PAGE_SIZE,
      total: Number(count?.n ?? 0),
    };
  });

/** The admins who can read a record. */
async function loadReaders(services: Services, target: CommentTarget, row: StoredRow): Promise<readonly Actor[]> {
  return (await loadStaffActors(services)).filter((reader) => canRead(reader, target, row));
}

/** Other admins who can read the record and whose name contains the text, for the mention picker. Error: `row.missing`. */
export async function suggestPeople(
  { services, actor }: RequestContext,
  target: CommentTarget,
  search: string,
): Promise<readonly CommentPerson[]> {
  const row = await requireReadable(services.db, actor, target);
  const searchText = search.toLocaleLowerCase();
  const matches = (await loadReaders(services, target, row))
    .filter(
      ({ id, name, account = '' }) => id !== actor.id && `${name} ${account}`.toLocaleLowerCase().includes(searchText),
    )
    .slice(0, MAX_SUGGESTIONS);
  const avatars = await loadAvatars(services, matches);
  return matches.map(({ id, name }) => ({ id, name, avatar: avatars.get(id) ?? '' }));
}

async function loadAvatars({ db }: Services, people: readonly Actor[]): Promise<ReadonlyMap<number, string>> {
  if (people.length === 0) return new Map();
  const rows = await db.rows<{ id: number; avatar: string | null }>(
    `SELECT id, avatar FROM \`admin\` WHERE id IN (${placeholders(people.length)})`,
    people.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, avatar }) => [Number(id), avatar ?? '']));
}

interface CommentInput {
  readonly body: string;
  /** Ids of admins; only those whose `@name` is in the text and who can read the record are mentioned. */
  readonly mentions: readonly number[];
}

/** Stores a comment and sends a notice to the mentioned admins. Error: `row.missing`. */
export async function addComment(
  ctx: RequestContext,
  writer: Writer,
  target: CommentTarget,
  input: CommentInput,
): Promise<{ readonly id: number } & Committed> {
  const { services, actor } = ctx;
  const readers = await loadReaders(services, target, await requireReadable(services.db, actor, target));
  const namedReaders = readers.filter(({ id, name }) => input.mentions.includes(id) && input.body.includes(`@${name}`));
  const about = { verb: 'add', about: 'comment', input: { ent: target.entity.name, id: target.id, ...input } };
  return writer.changeSet(ctx, about, async (_writer, hook) => {
    const row = await requireReadable(hook.tx, actor, target);
    const mentionedReaders = namedReaders.filter((reader) => canRead(reader, target, row));
    const { id } = await hook.asSystem.create(requireCommentEntity(services), {
      ent: target.entity.name,
      record_id: target.id,
      admin_id: actor.id,
      author_name: truncate(actor.name, MAX_NAME_LENGTH),
      body: input.body,
      mentions: mentionedReaders.map(({ id: person, name }): Json => ({ id: person, name })),
    });
    for (const person of mentionedReaders)
      if (person.id !== actor.id) await notifyMentioned(hook, target, row, { person: person.id, comment: id });
    return { id };
  });
}

function requireCommentEntity({ registry }: Services): AnyEntity {
  const entity = registry.get('comment');
  if (entity === undefined) throw new Error('the entity comment is not registered');
  return entity;
}

const notifyMentioned = (
  hook: HookContext,
  { entity, id }: CommentTarget,
  row: StoredRow,
  { person, comment }: { readonly person: number; readonly comment: number },
): Promise<void> =>
  notify(hook, {
    to: { realm: 'admin', id: person },
    kind: 'mention',
    single: { text: 'mention', link: `/admin/${entity.name}/${id}?side=comments` },
    params: { entity: entity.name, title: noticeTitle(entity, row) },
    group: `mention:${entity.name}:${id}`,
    items: [String(comment)],
  });

interface StoredComment {
  readonly ent: string;
  readonly record_id: number;
  readonly admin_id: number | null;
  readonly author_name: string;
  readonly body: string;
}
/**
 * Deletes a comment; the audit log names who deleted that of another admin. Errors: `row.missing` without access to its record;
 * `access.denied` for the comment of another admin.
 */
export async function deleteComment(ctx: RequestContext, writer: Writer, id: number): Promise<Committed> {
  const { services, actor } = ctx;
  return writer.changeSet(ctx, { verb: 'del', about: 'comment', input: { id } }, async (_writer, hook) => {
    const [stored] = await hook.tx.rows<StoredComment>(
      'SELECT ent, record_id, admin_id, author_name, body FROM `comment` WHERE id = ? AND delete_time IS NULL',
      [id],
    );
    const entity = stored && services.registry.get(stored.ent);
    if (!stored || !entity) throw fault('row.missing');
    await requireReadable(hook.tx, actor, { entity, id: Number(stored.record_id) });
    if (!actor.isSuper && Number(stored.admin_id) !== actor.id) throw fault('access.denied');
    const comment = requireCommentEntity(services);
    await hook.asSystem.remove(comment, [id]);
    if (Number(stored.admin_id) !== actor.id)
      await recordSystemWrite(hook, ctx, { entity: comment, verb: 'del', ids: [id], data: { ...stored } });
    return {};
  });
}
