/** Visitors request a trial only of plugins that the site shows. */
import { fault } from '../../../common/protocol/faults';
import type { Db } from '../../context';
import { placeholders } from '../../platform/database/sql';

/** `ids`: the validated value of the form. Error: `row.invalid` at the field when a plugin is hidden, deleted or unknown. */
export async function assertShownPlugins(db: Pick<Db, 'rows'>, ids: unknown): Promise<void> {
  const sent = Array.isArray(ids) ? ids.map(Number) : [];
  if (sent.length === 0) return;
  const rows = await db.rows<{ readonly id: number }>(
    `SELECT id FROM \`plugin\` WHERE id IN (${placeholders(sent.length)}) AND status = 1 AND delete_time IS NULL`,
    sent,
  );
  const shown = new Set(rows.map(({ id }) => Number(id)));
  if (sent.every((id) => shown.has(id))) return;
  throw fault('row.invalid', undefined, { fields: [{ path: 'plugin_ids', code: 'missing_row' }] });
}
