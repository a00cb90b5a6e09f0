/** Loads the rules of the member center that are disabled for all members: disabled or deleted rules, and all rules below such a folder. */
import type { Services } from '../../context';
import { createBatchLoader } from '../../platform/database/batchLoader';

/** Names of disabled rules. A name counts only if every rule with that name is disabled. */
const DISABLED_RULES_SQL = `WITH RECURSIVE disabled (id, name) AS (
    SELECT id, name FROM \`user_rule\` WHERE status <> 1 OR delete_time IS NOT NULL
    UNION SELECT r.id, r.name FROM \`user_rule\` r JOIN disabled d ON r.pid = d.id)
  SELECT name FROM disabled WHERE name NOT IN (SELECT name FROM \`user_rule\` WHERE name IS NOT NULL AND id NOT IN (SELECT id FROM disabled))`;

type RuleNames = ReadonlySet<string>;
const NONE: RuleNames = new Set();
const lookups = new WeakMap<Services['db'], (key: true) => Promise<RuleNames | undefined>>();

/** The names of the disabled rules; simultaneous callers share one query. */
export async function loadDisabledRules({ db, registry }: Services): Promise<RuleNames> {
  if (registry.get('user_rule') === undefined) return NONE;
  const loadRules =
    lookups.get(db) ??
    createBatchLoader<true, RuleNames>(async () => {
      const names = new Set((await db.rows<{ readonly name: string }>(DISABLED_RULES_SQL)).map(({ name }) => name));
      return () => names;
    });
  lookups.set(db, loadRules);
  return (await loadRules(true)) ?? NONE;
}
