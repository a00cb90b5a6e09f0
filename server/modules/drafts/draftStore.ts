/**
 * Stores drafts: one per person, record and form, since two tabs are two forms. Only the owner reads a draft, restricted to fields it may
 * read and write; secrets are never stored, and drafts expire after a week.
 */
import { grantedRows, readableColumns, writableColumns, type Actor } from '../../../common/entity/access';
import { currentFieldName } from '../../../common/definition/currentFieldName';
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import type { StoredDraft, DraftPatch } from '../../../common/protocol/draft';
import { fault } from '../../../common/protocol/faults';
import { loadChangesSince } from '../../engine/write/stages/changeHistory';
import { decodeRow } from '../../engine/schema/model';
import { isRemoved, isInScope } from '../../engine/write/stages/authorize';
import type { RequestContext, Db } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';

export interface DraftTarget {
  readonly entity: AnyEntity;
  /** 0: a new record. */
  readonly id: number;
}
export interface DraftKey extends DraftTarget {
  readonly form: string;
}
const draftKey = ({ id: person }: Actor, { entity, id, form }: DraftKey): string =>
  [person, entity.name, id, ...(form === '' ? [] : [form])].join(':');
/** Neither a form id nor the parts before it contain a colon. */
const formOfKey = (key: string): string => key.split(':')[3] ?? '';

/** The fields of a draft: those that the form saves, except secrets. */
function savableFields(actor: Actor, entity: AnyEntity): ReadonlySet<string> {
  const readable = new Set(readableColumns(actor, entity));
  const writable = writableColumns(actor, entity).filter((column) => readable.has(column));
  return new Set(writable.filter(({ sensitivity }) => sensitivity !== 'secret').map(({ name }) => name));
}
const pickSavable = (actor: Actor, entity: AnyEntity, fields: DraftPatch['fields']): DraftPatch['fields'] => {
  const allowed = savableFields(actor, entity);
  // A form that did not know yet that a field was renamed saved it under its former name.
  const present = Object.entries(fields).map(([name, value]) => [currentFieldName(entity, name), value] as const);
  return Object.fromEntries(present.filter(([name]) => allowed.has(name)));
};

/** Stores a draft and replaces the earlier one; deletes the oldest drafts of a person with too many. */
export async function saveDraft(ctx: RequestContext, key: DraftKey, patch: DraftPatch): Promise<void> {
  const { actor, services } = ctx;
  if (grantedRows(actor, key.entity, key.id === 0 ? 'create' : 'update') === undefined) throw fault('access.denied');
  const fields = pickSavable(actor, key.entity, patch.fields);
  if (Object.keys(fields).length === 0) return deleteDraft(ctx, key);
  const text = JSON.stringify(fields);
  if (text.length > LIMITS.draftChars) throw fault('body.too_large');
  const [now, draftId] = [services.clock.now(), draftKey(actor, key)];
  await services.db.transact(async (tx) => {
    const values = [draftId, actor.id, key.entity.name, key.id, patch.revision, text, Math.min(patch.at, now)];
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

export async function deleteDraft({ actor, services }: RequestContext, key: DraftKey): Promise<void> {
  await services.db.transact((tx) => tx.run('DELETE FROM draft WHERE id = ?', [draftKey(actor, key)]));
}

interface DraftRow {
  readonly id: string;
  readonly base_revision: number;
  readonly patch: string;
  readonly at: number;
}
/** The owner's drafts of a record, filtered by its current permissions; fields that it may no longer write are deleted for good. */
export async function loadDrafts(ctx: RequestContext, target: DraftTarget): Promise<readonly StoredDraft[]> {
  const { actor, services } = ctx;
  const sql =
    'SELECT id, base_revision, patch, `at` FROM draft WHERE admin_id = ? AND ent = ? AND eid = ? ORDER BY `at` DESC';
  const draftRows = await services.db.rows<DraftRow>(sql, [actor.id, target.entity.name, target.id]);
  if (draftRows.length === 0 || (target.id > 0 && !(await isVisible(ctx, target)))) return [];
  const drafts: StoredDraft[] = [];
  for (const raw of draftRows) {
    const draft = await loadDraft(ctx, { ...target, form: formOfKey(raw.id) }, raw);
    if (draft) drafts.push(draft);
  }
  return drafts;
}
async function loadDraft(ctx: RequestContext, key: DraftKey, raw: DraftRow): Promise<StoredDraft | undefined> {
  const storedFields = JSON.parse(raw.patch) as DraftPatch['fields']; // Written by `saveDraft`.
  const fields = pickSavable(ctx.actor, key.entity, storedFields);
  const patch = { revision: Number(raw.base_revision), fields, at: Number(raw.at) };
  if (Object.keys(fields).length < Object.keys(storedFields).length) await saveDraft(ctx, key, patch);
  if (Object.keys(fields).length === 0) return undefined;
  return { ...patch, form: key.form, since: await changesSinceDraft(ctx, key, patch) };
}

async function isVisible({ actor, services }: RequestContext, { entity, id }: DraftTarget): Promise<boolean> {
  const [raw] = await services.db.rows<object>(`SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id = ?`, [id]);
  const row = raw && decodeRow(entity, raw);
  return row !== undefined && !isRemoved(row) && isInScope(actor, entity, 'read', row);
}

async function changesSinceDraft(
  { services }: RequestContext,
  { entity, id }: DraftTarget,
  patch: DraftPatch,
): Promise<StoredDraft['since']> {
  if (id === 0) return {};
  const since = await loadChangesSince(services.db, entity, { id, revision: patch.revision });
  return Object.fromEntries(
    [...since].flatMap(([field, { by, at }]) => (field in patch.fields ? [[field, { by, at }] as const] : [])),
  );
}

/** Deletes expired drafts. */
export const deleteExpiredDrafts = (db: Pick<Db, 'transact'>, now: number): Promise<number> =>
  db.transact(
    async (tx) => (await tx.run('DELETE FROM draft WHERE `at` < ?', [now - LIMITS.draftDays * 86_400_000])).changes,
  );
