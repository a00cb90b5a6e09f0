/**
 * The shelf of drafts: one of each person, record and form, for two tabs are two forms. Only its owner reads one, only fields he may still read and
 * write are in it, secrets never are, and after a week it is gone.
 */
import { grantedRows, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { fault } from '../../../common/protocol/faults';
import { changedSince } from '../../engine/write/changeHistory';
import { decodeRow } from '../../engine/schema/model';
import { isRemoved, isInScope } from '../../engine/write/authorize';
import type { RequestContext, Db } from '../../context';
import { ident } from '../../platform/sql';

export interface DraftPlace {
  readonly entity: AnyEntity;
  /** 0: a record that does not exist yet. */
  readonly id: number;
}
export interface DraftKey extends DraftPlace {
  readonly form: string;
}
const keyOf = ({ id: person }: Actor, { entity, id, form }: DraftKey): string =>
  [person, entity.name, id, ...(form === '' ? [] : [form])].join(':');
/** A form's mark has no colon, and neither has anything before it. */
const formIn = (key: string): string => key.split(':')[3] ?? '';

/** The fields a draft may hold: what the form would save, but for secrets. */
function keepable(actor: Actor, entity: AnyEntity): ReadonlySet<string> {
  const readable = new Set(readableColumns(actor, entity));
  const writable = writableColumns(actor, entity).filter((column) => readable.has(column));
  return new Set(writable.filter(({ sensitivity }) => sensitivity !== 'secret').map(({ name }) => name));
}
const allowedOf = (actor: Actor, entity: AnyEntity, fields: KeptPatch['fields']): KeptPatch['fields'] => {
  const allowed = keepable(actor, entity);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name)));
};

/** Keeps a draft in the place of an older one; the oldest of all go when a person has too many. */
export async function keepDraft(ctx: RequestContext, key: DraftKey, patch: KeptPatch): Promise<void> {
  const { actor, services } = ctx;
  if (grantedRows(actor, key.entity, key.id === 0 ? 'create' : 'update') === undefined) throw fault('access.denied');
  const fields = allowedOf(actor, key.entity, patch.fields);
  if (Object.keys(fields).length === 0) return dropDraft(ctx, key);
  const text = JSON.stringify(fields);
  if (text.length > LIMITS.draftBytes) throw fault('body.too_large');
  const [now, own] = [services.clock.now(), keyOf(actor, key)];
  await services.db.transact(async (tx) => {
    const values = [own, actor.id, key.entity.name, key.id, patch.revision, text, Math.min(patch.at, now)];
    await tx.run(
      'REPLACE INTO draft (id, admin_id, ent, eid, base_revision, patch, `at`) VALUES (?, ?, ?, ?, ?, ?, ?)',
      values,
    );
    const [limit] = await tx.rows<{ at: number }>(
      `SELECT \`at\` FROM draft WHERE admin_id = ? ORDER BY \`at\` DESC LIMIT 1 OFFSET ${LIMITS.draftsPerPerson}`,
      [actor.id],
    );
    if (limit) await tx.run('DELETE FROM draft WHERE admin_id = ? AND `at` <= ?', [actor.id, Number(limit.at)]);
  });
}

export async function dropDraft({ actor, services }: RequestContext, key: DraftKey): Promise<void> {
  await services.db.transact((tx) => tx.run('DELETE FROM draft WHERE id = ?', [keyOf(actor, key)]));
}

interface RawDraft {
  readonly id: string;
  readonly base_revision: number;
  readonly patch: string;
  readonly at: number;
}
/** The owner's drafts of a record, as far as his rights go today; what they no longer cover is forgotten for good. */
export async function readDrafts(ctx: RequestContext, place: DraftPlace): Promise<readonly KeptDraft[]> {
  const { actor, services } = ctx;
  const sql =
    'SELECT id, base_revision, patch, `at` FROM draft WHERE admin_id = ? AND ent = ? AND eid = ? ORDER BY `at` DESC';
  const raws = await services.db.rows<RawDraft>(sql, [actor.id, place.entity.name, place.id]);
  if (raws.length === 0 || (place.id > 0 && !(await isVisible(ctx, place)))) return [];
  const drafts: KeptDraft[] = [];
  for (const raw of raws) {
    const draft = await readDraft(ctx, { ...place, form: formIn(raw.id) }, raw);
    if (draft) drafts.push(draft);
  }
  return drafts;
}
async function readDraft(ctx: RequestContext, key: DraftKey, raw: RawDraft): Promise<KeptDraft | undefined> {
  const kept = JSON.parse(raw.patch) as KeptPatch['fields']; // written by `keepDraft`
  const fields = allowedOf(ctx.actor, key.entity, kept);
  const patch = { revision: Number(raw.base_revision), fields, at: Number(raw.at) };
  if (Object.keys(fields).length < Object.keys(kept).length) await keepDraft(ctx, key, patch);
  if (Object.keys(fields).length === 0) return undefined;
  return { ...patch, form: key.form, since: await sinceThen(ctx, key, patch) };
}

async function isVisible({ actor, services }: RequestContext, { entity, id }: DraftPlace): Promise<boolean> {
  const [raw] = await services.db.rows<object>(`SELECT * FROM ${ident(entity.name)} WHERE id = ?`, [id]);
  const row = raw && decodeRow(entity, raw);
  return row !== undefined && !isRemoved(row) && isInScope(actor, entity, 'read', row);
}

async function sinceThen(
  { services }: RequestContext,
  { entity, id }: DraftPlace,
  patch: KeptPatch,
): Promise<KeptDraft['since']> {
  if (id === 0) return {};
  const since = await changedSince(services.db, entity, { id, revision: patch.revision });
  return Object.fromEntries(
    [...since].flatMap(([field, { by, at }]) => (field in patch.fields ? [[field, { by, at }] as const] : [])),
  );
}

/** Forgets what nobody came back for. */
export const forgetDrafts = (db: Pick<Db, 'transact'>, now: number): Promise<number> =>
  db.transact(
    async (tx) => (await tx.run('DELETE FROM draft WHERE `at` < ?', [now - LIMITS.draftDays * 86_400_000])).changes,
  );
