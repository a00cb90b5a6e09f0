/** Data migration: renames the options of definitions stored in `crud_record` to the current names. */
import { isObject } from '../../../common/json';
import { renameLegacyOptions as renamed } from '../../../common/definition/legacyOptions';
import type { DataMigrationContext } from './encryptCodes';

const PAGE_SIZE = 500;

/** Idempotent: a definition with current names stays as it is. */
export async function renameOptions({ tx }: DataMigrationContext): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await tx.rows<{ readonly id: number | string; readonly table: string }>(
      `SELECT id, \`table\` FROM crud_record WHERE id > ? AND \`table\` IS NOT NULL ORDER BY id LIMIT ${PAGE_SIZE}`,
      [last],
    );
    if (rows.length === 0) return;
    last = Number(rows.at(-1)?.id);
    const changed = rows.flatMap(({ id, table }) => {
      const text = withCurrentNames(table);
      return text === undefined || text === table ? [] : [[text, id]];
    });
    if (changed.length > 0) await tx.runMany('UPDATE crud_record SET `table` = ? WHERE id = ?', changed);
  }
}

/** The definition as text; undefined where the column holds no JSON object. */
function withCurrentNames(text: string): string | undefined {
  try {
    const spec: unknown = JSON.parse(text);
    return isObject(spec) ? JSON.stringify(renamed(spec)) : undefined;
  } catch {
    return undefined;
  }
}
