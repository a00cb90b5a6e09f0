/**
 * Saved views of lists (columns, filters, sort order). Each belongs to one admin, who alone may change it; a shared view is visible to all
 * admins who may read the list.
 */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../common/limits';
import type { SavedView } from '../../../common/protocol/savedView';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext, Tx } from '../../context';
import { logSavedViewChange } from '../../live/features/savedViewEvents';

interface SavedViewRow {
  readonly id: string;
  readonly admin_id: number;
  readonly title: string;
  readonly query: string;
  readonly shared: number;
  readonly nickname: string | null;
}
/** The views of the caller, then those that others share; each sorted by title. */
export async function listSavedViews(
  { services, actor }: RequestContext,
  entity: string,
): Promise<readonly SavedView[]> {
  const sql =
    'SELECT v.id, v.admin_id, v.title, v.query, v.shared, a.nickname FROM saved_view v LEFT JOIN `admin` a ON a.id = v.admin_id ' +
    'WHERE v.ent = ? AND (v.admin_id = ? OR v.shared = 1) ORDER BY v.title, v.id';
  const rows = await services.db.rows<SavedViewRow>(sql, [entity, actor.id]);
  const views = rows.map((row): SavedView => {
    const isOwn = Number(row.admin_id) === actor.id;
    const { id, title, query, nickname } = row;
    return { id, title, query, shared: Number(row.shared) === 1, own: isOwn, by: nickname ?? '' };
  });
  return [...views.filter(({ own }) => own), ...views.filter(({ own }) => !own)];
}

export interface SavedViewInput {
  /** The own view to change; without it, a view of the same name is replaced. */
  readonly id?: string | undefined;
  readonly ent: string;
  readonly title: string;
  readonly query: string;
  readonly shared: boolean;
}
interface OwnView {
  readonly id: string;
  readonly title: string;
  readonly shared: number;
}
/** The view that the input replaces. Errors: `row.missing` for an unknown id, `row.invalid` when another own view has the title. */
function findReplacedView(ownViews: readonly OwnView[], { id, title }: SavedViewInput): OwnView | undefined {
  const sameTitle = ownViews.find((view) => view.title === title);
  if (id === undefined) return sameTitle;
  const view = ownViews.find((ownView) => ownView.id === id);
  if (view === undefined) throw fault('row.missing');
  if (sameTitle !== undefined && sameTitle.id !== id)
    throw fault('row.invalid', undefined, { fields: [{ path: 'title', code: 'taken' }] });
  return view;
}

/** Stores a view; replaces the one with its id, or the one of the same name. */
export async function saveView({ services, actor }: RequestContext, input: SavedViewInput): Promise<string> {
  const { ent, title, query, shared } = input;
  const now = services.clock.now();
  const savedId = await services.db.transact(async (tx) => {
    const ownViews = await tx.rows<OwnView>('SELECT id, title, shared FROM saved_view WHERE admin_id = ? AND ent = ?', [
      actor.id,
      ent,
    ]);
    const replaced = findReplacedView(ownViews, input);
    if (replaced === undefined && ownViews.length >= LIMITS.viewsPerList)
      throw fault('view.too_many', { max: LIMITS.viewsPerList });
    const id = replaced?.id ?? randomUUID();
    await tx.run(
      'REPLACE INTO saved_view (id, admin_id, ent, title, query, shared, `at`) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [...[id, actor.id, ent, title, query], ...[shared ? 1 : 0, now]],
    );
    await logViewChange(tx, { services, actor }, ent, shared || Number(replaced?.shared ?? 0) === 1);
    return id;
  });
  services.live.wakeTailer();
  return savedId;
}
const logViewChange = (
  tx: Tx,
  { services, actor }: Pick<RequestContext, 'services' | 'actor'>,
  e: string,
  shared: boolean,
) => logSavedViewChange(tx, services.db.dialect, { admin: actor.id, e, shared }, services.clock.now());

/** Deletes a view of the caller; the view of another admin is treated like an unknown one. */
export async function deleteView({ services, actor }: RequestContext, id: string): Promise<void> {
  await services.db.transact(async (tx) => {
    const idAndOwner = [id, actor.id] as const;
    const [view] = await tx.rows<{ ent: string; shared: number }>(
      'SELECT ent, shared FROM saved_view WHERE id = ? AND admin_id = ?',
      idAndOwner,
    );
    if (view === undefined) throw fault('row.missing');
    await tx.run('DELETE FROM saved_view WHERE id = ? AND admin_id = ?', idAndOwner);
    await logViewChange(tx, { services, actor }, view.ent, Number(view.shared) === 1);
  });
  services.live.wakeTailer();
}
