/** Exports the rows of a module as a zip of JSON files, one for each table, as the database stores them. */
import { Zip, ZipDeflate } from 'fflate';
import type { SqlValue } from '../context';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import { quoteIdentifier } from '../platform/database/sql';
import { introspectSchema } from '../db/schema/introspect';
import type { StoredModule } from './moduleRow';

const BATCH_SIZE = 500;

/** Sends the archive while it is being made; one batch of rows is in memory at a time. */
export async function exportRows(
  { ctx: { services }, response }: RouteCall,
  stored: StoredModule,
): Promise<HandlerResult> {
  const { db } = services;
  const tables = new Set((await introspectSchema(db, db.dialect)).map(({ name }) => name));
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', `attachment; filename="${stored.uid}-rows.zip"`);
  // Headers are sent, so the dispatcher must not respond any more.
  response.flushHeaders();
  const zip = new Zip((error, chunk, isLast) => {
    if (error !== null) response.destroy(error);
    else response.write(chunk);
    if (isLast) response.end();
  });
  for (const table of stored.entities.filter((name) => tables.has(name))) {
    const file = new ZipDeflate(`${table}.jsonl`);
    zip.add(file);
    let last = 0;
    for (;;) {
      const rows = await db.rows<Readonly<Record<string, SqlValue>>>(
        `SELECT * FROM ${quoteIdentifier(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH_SIZE}`,
        [last],
      );
      const newest = rows.at(-1);
      if (newest === undefined) break;
      file.push(Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
      last = Number(newest['id']);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return { sent: true };
}
