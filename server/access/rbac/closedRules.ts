/** Rules of the member centre that are closed for all members: disabled or deleted ones, and all below such a folder. */
import type { Services } from '../../context';
import { createBatchLoader } from '../../platform/database/batchLoader';

/** A name is closed only if every rule with that name is closed. */
const CLOSED_RULES_SQL = `WITH RECURSIVE closed (id, name) AS (
    SELECT id, name FROM \`user_rule\` WHERE status <> 1 OR delete_time IS NOT NULL
    UNION SELECT r.id, r.name FROM \`user_rule\` r JOIN closed c ON r.pid = c.id)
  SELECT name FROM closed WHERE name NOT IN (SELECT name FROM \`user_rule\` WHERE name IS NOT NULL AND id NOT IN (SELECT id FROM closed))`;

type RuleNames = ReadonlySet<string>;
const NONE: RuleNames = new Set();
const lookups = new WeakMap<Services['db'], (key: true) => Promise<RuleNames | undefined>>();

/** Reads the closed rules; simultaneous callers share one query. */
export async function closedRules({ db, registry }: Services): Promise<RuleNames> {
  if (registry.get('user_rule') === undefined) return NONE;
  const loadRules =
    lookups.get(db) ??
    createBatchLoader<true, RuleNames>(async () => {
      const names = new Set((await db.rows<{ readonly name: string }>(CLOSED_RULES_SQL)).map(({ name }) => name));
      return () => names;
    });
  lookups.set(db, loadRules);
  return (await loadRules(true)) ?? NONE;
}
