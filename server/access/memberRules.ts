/** Rules of the member centre that open nothing, whoever holds them: those switched off or deleted, and all below such a folder. */
import type { Services } from '../context';
import { createLookups } from '../platform/lookups';

/** A name that is also open elsewhere is open. */
const CLOSED = `WITH RECURSIVE closed (id, name) AS (
    SELECT id, name FROM \`user_rule\` WHERE status <> 1 OR delete_time IS NOT NULL
    UNION SELECT r.id, r.name FROM \`user_rule\` r JOIN closed c ON r.pid = c.id)
  SELECT name FROM closed WHERE name NOT IN (SELECT name FROM \`user_rule\` WHERE name IS NOT NULL AND id NOT IN (SELECT id FROM closed))`;

type Closed = ReadonlySet<string>;
const NONE: Closed = new Set();
const lookups = new WeakMap<Services['db'], (key: true) => Promise<Closed | undefined>>();

/** As they are now; members who come at the same moment share one look. */
export async function closedRules({ db, registry }: Services): Promise<Closed> {
  if (registry.get('user_rule') === undefined) return NONE;
  const look =
    lookups.get(db) ??
    createLookups<true, Closed>(async () => {
      const names = new Set((await db.rows<{ readonly name: string }>(CLOSED)).map(({ name }) => name));
      return () => names;
    });
  lookups.set(db, look);
  return (await look(true)) ?? NONE;
}
