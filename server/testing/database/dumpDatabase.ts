/** Dumps a database as one text, to search it for what must not be stored. */
import { introspectSchema } from '../../db/schema/introspect';
import type { Db } from '../../context';
import { quoteIdentifier } from '../../platform/database/sql';

export async function dumpDatabase(db: Db): Promise<string> {
  const tables = await introspectSchema(db, db.dialect);
  const rows = await Promise.all(tables.map(({ name }) => db.rows<object>(`SELECT * FROM ${quoteIdentifier(name)}`)));
  return JSON.stringify(tables.map(({ name }, index) => [name, rows[index]]));
}

/** Returns those of the texts that a dump contains, in any encoding. */
export const textsInDump = (dump: string, texts: readonly string[]): readonly string[] => {
  const lowerCased = dump.toLowerCase();
  return texts.filter((text) =>
    [text, text.replaceAll('-', '')].some((notation) => lowerCased.includes(notation.toLowerCase())),
  );
};
