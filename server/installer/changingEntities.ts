/** The entities whose definition an unfinished job changes: the job also brings their menu rules. */
import { asRecord, asString } from '../../common/json';
import { DESIGNER_JOBS } from '../designer/designerJobs';
import type { Tx } from '../context';
import { placeholders } from '../platform/database/sql';
import { MODULE_JOBS } from './moduleChange';

const KINDS = [...Object.values(DESIGNER_JOBS), ...Object.values(MODULE_JOBS)];

/** Also of jobs that wait for another runner after a crash. */
export async function listChangingEntities(reader: Pick<Tx, 'rows'>): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ readonly input: string | null }>(
    `SELECT \`input\` FROM \`job\` WHERE status IN ('waiting', 'running') AND kind IN (${placeholders(KINDS.length)})`,
    KINDS,
  );
  const names = rows.flatMap(({ input }) => {
    const { table, changes } = asRecord(JSON.parse(input ?? '{}')) ?? {};
    return [table, ...(Array.isArray(changes) ? changes.map((change) => asRecord(change)?.['table']) : [])];
  });
  return new Set(names.map((name) => asString(name)).filter((name) => name !== ''));
}
