/** Data migration: records in the row of each module which menu rules were made for it. Until then they were found by their names. */
import { asRecord, asStringList } from '../../../common/json';
import type { DataMigrationContext } from './encryptCodes';

const MODULE_KINDS = ['install_module', 'update_module', 'enable_module'];
const DESIGNER_KINDS = ['apply_design', 'roll_back_design', 'restore_entity'];

const parseJson = (text: string | null): unknown => JSON.parse(text ?? 'null');

interface ModuleRow {
  readonly id: number;
  readonly uid: string;
  readonly entities: string | null;
  readonly parts: string | null;
}
interface RuleRow {
  readonly id: number;
  readonly name: string;
  readonly create_time: number | null;
  /** How it was made, by its history: jobs write in the name of an admin, but as the system. Null when the history is no longer there. */
  readonly channel: string | null;
}
interface JobTime {
  readonly kind: string;
  readonly subject: string;
  readonly started_time: number | null;
  readonly ended_time: number | null;
}
type Maker = Pick<ModuleRow, 'uid'> & { readonly entities: readonly string[] };

/** Whether a rule has a name of the module: of an entity, of a screen, or of its folder. */
const hasNameOf = ({ uid, entities }: Maker, name: string): boolean =>
  entities.some((entity) => name === entity || name.startsWith(`${entity}/`)) ||
  name.startsWith(`screen.${uid.replaceAll('-', '_')}.`);

/** Whether the product made the rule: its history says so, or without one, a job of the module ran at that time. */
function isMadeFor(
  { uid, entities }: Maker,
  { channel, create_time: made }: RuleRow,
  jobs: readonly JobTime[],
): boolean {
  if (channel !== null) return channel === 'system';
  return jobs.some(({ kind, subject, started_time: start, ended_time: end }) => {
    const isOfModule = MODULE_KINDS.includes(kind) ? subject === uid : entities.includes(subject);
    return isOfModule && made !== null && start !== null && end !== null && made >= start && made <= end;
  });
}

/** Idempotent: modules with recorded rules stay as they are. */
export async function recordModuleRules({ tx }: DataMigrationContext): Promise<void> {
  const modules = await tx.rows<ModuleRow>('SELECT id, uid, entities, parts FROM module WHERE delete_time IS NULL');
  if (modules.length === 0) return;
  const rules = await tx.rows<RuleRow>(
    "SELECT id, name, create_time, (SELECT MIN(channel) FROM record_history WHERE ent = 'menu_rule' AND eid = menu_rule.id AND op = 'c') AS channel " +
      'FROM menu_rule ORDER BY id',
  );
  const kinds = [...MODULE_KINDS, ...DESIGNER_KINDS];
  const jobs = await tx.rows<JobTime>(
    `SELECT kind, subject, started_time, ended_time FROM job WHERE status = 'success' AND kind IN (${kinds.map(() => '?').join(', ')})`,
    kinds,
  );
  for (const { id, uid, entities, parts } of modules) {
    const stored = asRecord(parseJson(parts)) ?? {};
    if (stored['rules'] !== undefined) continue;
    const maker = { uid, entities: asStringList(parseJson(entities)) };
    const kept = new Set(Array.isArray(stored['keptRules']) ? stored['keptRules'].map(Number) : []);
    const own = rules
      .filter((rule) => !kept.has(Number(rule.id)))
      .filter(
        (rule) =>
          Number(rule.id) === stored['folderRule'] || (hasNameOf(maker, rule.name) && isMadeFor(maker, rule, jobs)),
      )
      .map((rule) => ({ id: Number(rule.id), name: rule.name }));
    if (own.length === 0) continue;
    const { keptRules: _, ...others } = stored;
    await tx.run('UPDATE module SET parts = ? WHERE id = ?', [JSON.stringify({ ...others, rules: own }), id]);
  }
}
