/** Everything a database holds, as one text: to look for what must not be there. */
import { describeSchema } from '../db/describe';
import type { Db } from '../context';
import { ident } from '../platform/sql';

export async function dumpOf(db: Db): Promise<string> {
  const tables = await describeSchema(db, db.dialect);
  const rows = await Promise.all(tables.map(({ name }) => db.rows<object>(`SELECT * FROM ${ident(name)}`)));
  return JSON.stringify(tables.map(({ name }, at) => [name, rows[at]]));
}

/** Which of the texts a dump holds, however they are written. */
export const foundIn = (dump: string, texts: readonly string[]): readonly string[] => {
  const low = dump.toLowerCase();
  return texts.filter((text) => [text, text.replaceAll('-', '')].some((one) => low.includes(one.toLowerCase())));
};
