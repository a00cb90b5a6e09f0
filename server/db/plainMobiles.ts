/** Mobile numbers from when each spelling was a number of its own: brought to the one they are kept in now. */
import { plainMobile } from '../../common/text/mobile';
import { normalize } from '../../common/text/clean';
import { ident } from '../platform/sql';
import type { WorkGround } from './sealCodes';

interface Row {
  readonly id: number | string;
  readonly mobile: string;
}
interface Place {
  readonly table: string;
  /** Two living rows never have the same number. */
  readonly unique: boolean;
  /** Whether it has a column to search in. */
  readonly shadow: boolean;
}
const PLACES: readonly Place[] = [
  { table: 'user', unique: true, shadow: true },
  { table: 'admin', unique: true, shadow: true },
  { table: 'lead', unique: false, shadow: true },
  { table: 'member_former', unique: false, shadow: false },
];

/** What two living rows share is left to people: the second stays as it is written and is told. Safe to be run again. */
export async function plainMobiles(ground: WorkGround): Promise<void> {
  for (const place of PLACES) {
    const left = await bring(ground, place);
    if (left.length > 0)
      ground.log.warn(
        { table: place.table, ids: left },
        'these rows have the mobile number of another row in a different spelling; they are left as they are',
      );
  }
}

async function bring(ground: WorkGround, place: Place): Promise<readonly (number | string)[]> {
  const { tx } = ground;
  const table = ident(place.table);
  const rows = await tx.rows<Row>(
    `SELECT id, mobile FROM ${table} WHERE mobile LIKE '+86%' OR mobile LIKE '86%' ORDER BY id`,
  );
  const left: (number | string)[] = [];
  for (const { id, mobile } of rows) {
    const plain = plainMobile(mobile);
    if (plain === mobile) continue;
    if (place.unique && (await isTaken(ground, table, { id, mobile: plain }))) {
      left.push(id);
      continue;
    }
    const [set, values] = place.shadow ? [', mobile_n = ?', [plain, normalize(plain)]] : ['', [plain]];
    await tx.run(`UPDATE ${table} SET mobile = ?${set} WHERE id = ?`, [...values, id]);
  }
  return left;
}

/** Deleted rows have a place of their own in the index: nothing is in their way. */
async function isTaken({ tx }: WorkGround, table: string, { id, mobile }: Row): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT o.id FROM ${table} o JOIN ${table} r ON r.live = o.live WHERE r.id = ? AND o.id <> r.id AND o.mobile_n = ?`,
    [id, normalize(mobile)],
  );
  return rows.length > 0;
}
