/** Moments in the past: the request parameter `asOf`, and its position (sequence number) in the change log. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { IssueCode } from '../../../../common/entity/issue';
import { formatDateTime } from '../../../../common/text/time/dates';
import { fault, type Fault } from '../../../../common/protocol/faults';
import type { Services, Tx } from '../../../context';
import { quoteIdentifier } from '../../../platform/database/sql';
import type { SqlFragment } from '../filterToSql';

/** The query parameter of list and row that names the moment, in unix seconds. */
export const AS_OF_PARAM = 'asOf';
const DAY_S = 86_400;

const momentFault = (code: IssueCode, params?: Readonly<Record<string, string>>): Fault =>
  fault('request.moment', undefined, { fields: [{ path: AS_OF_PARAM, code, ...(params ? { params } : {}) }] });

/** The moment that a request names; undefined when it names none. Error: `request.moment` for a moment in the future, or for anything else. */
export function parseMoment({ clock }: Pick<Services, 'clock'>, value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !/^\d{1,11}$/.test(value)) throw momentFault('unix_time');
  const moment = Number(value);
  if (moment > Math.floor(clock.now() / 1000)) throw momentFault('in_future');
  return moment;
}

/** Throws `request.moment` for a moment whose later changes are no longer, or not all, in the history. */
export async function assertWithinHistory(
  tx: Tx,
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  moment: number,
): Promise<void> {
  const [oldest] = await tx.rows<{ at: number | null }>('SELECT MIN(`at`) AS `at` FROM record_history');
  const start = oldest?.at == null ? 0 : Math.floor(Number(oldest.at) / 1000);
  const min = Math.max(start, Math.ceil(clock.now() / 1000) - settings.historyDays * DAY_S);
  if (moment < min) throw momentFault('before_history', { min: formatDateTime(min) });
}

/** Changes of nodes whose clocks differ, and of long transactions, are numbered a little out of the order of their times. */
const MAX_UNORDERED = 10_000;

/**
 * The number of the first change after the end of that second; undefined when nothing changed since. The rows as they were before this change
 * are a state that the database really had, without parts of a transaction.
 */
export async function findFirstChangeAfter(tx: Tx, moment: number): Promise<number | undefined> {
  const [first] = await tx.rows<{ seq: number | null }>(
    'SELECT MIN(seq) AS seq FROM (SELECT seq FROM record_history WHERE `at` >= ? ORDER BY `at`, seq LIMIT ?) AS later',
    [(moment + 1) * 1000, MAX_UNORDERED],
  );
  return first?.seq == null ? undefined : Number(first.seq);
}

/** The condition for rows that did not change since a change, it included. */
export const unchangedSinceSql = ({ name }: AnyEntity, since: number): SqlFragment => ({
  sql: `NOT EXISTS (SELECT 1 FROM record_history AS later WHERE later.ent = ? AND later.eid = ${quoteIdentifier(name)}.id AND later.seq >= ?)`,
  params: [name, since],
});

/** The condition for rows that were not created since a change, it included. */
export const notCreatedSinceSql = (entity: AnyEntity, since: number): SqlFragment => {
  const { sql, params } = unchangedSinceSql(entity, since);
  return { sql: sql.replace(/\)$/, " AND later.op = 'c')"), params };
};
