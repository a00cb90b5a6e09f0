/** Mobile numbers stored in several spellings: the migration normalizes them; a number that two people share stays and is logged. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import type { Db, Log, SqlValue } from '../../context';
import { systemClock } from '../../platform/systemClock';
import { createLog } from '../../platform/log';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { migrate } from '../migrate';
import { migrations } from '../migrations/table';

const ID = '0033_accounts';
const warnings: unknown[] = [];
const silent = createLog({ level: 'silent' });
const log = new Proxy(silent, {
  get: (target, key) =>
    key === 'warn' ? (what: unknown) => void warnings.push(what) : (Reflect.get(target, key) as Log[keyof Log]),
});
const run = (db: Db) =>
  migrate({
    db,
    registry: createRegistry(entities),
    migrations,
    log,
    clock: systemClock,
    production: false,
    keys: () => ['a secret of the tests'],
  });

/** The schema before the migration. */
async function previous(db: Db): Promise<void> {
  const older = migrations.slice(
    0,
    migrations.findIndex(({ id }) => id === ID),
  );
  await db.transact(async (tx) => {
    for (const sql of older.flatMap((migration) => migration[db.dialect])) await tx.run(sql);
    await tx.run("INSERT INTO change_head (id, epoch, last, low) VALUES (1, 'epoch', 0, 1)");
  });
}
const insert = async (db: Db, table: string, row: Readonly<Record<string, SqlValue>>) => {
  const names = Object.keys(row).map((name) => `\`${name}\``);
  const sql = `INSERT INTO \`${table}\` (${names.join()}) VALUES (${names.map(() => '?').join()})`;
  await db.transact((tx) => tx.run(sql, Object.values(row)));
};
const loadMobiles = async (db: Db, table: 'user' | 'admin' | 'lead') =>
  (await db.rows<{ mobile: string; mobile_n: string }>(`SELECT mobile, mobile_n FROM \`${table}\` ORDER BY id`)).map(
    ({ mobile, mobile_n }) => [mobile, mobile_n],
  );
const storedMobile = (mobile: string) => [mobile, mobile];

describeOnEachDatabase('mobile numbers in several spellings', (database) => {
  it('normalizeMobiles: normalizes all rows, deleted ones too; of two rows with one number the second stays and is logged', async () => {
    const db = await database.openBare();
    await previous(db);
    const person = (id: number, mobile: string, more: Readonly<Record<string, SqlValue>> = {}) => ({
      id,
      username: `p${id}`,
      username_n: `p${id}`,
      nickname: `p${id}`,
      nickname_n: `p${id}`,
      mobile,
      mobile_n: mobile,
      password: 'x',
      ...more,
    });
    const gone = { delete_time: 5, live: 5 };
    for (const row of [
      person(1, '+8613811110001'),
      person(2, '8613811110002'),
      person(3, '13811110003'),
      person(4, '+8613811110003'),
      person(5, '+8613811110003', gone),
      person(6, '+85291234567'),
      person(7, '8613811110008'),
      person(8, '+8613811110008'),
    ])
      await insert(db, 'user', row);
    await insert(db, 'admin', person(1, '+8613811110001'));
    for (const id of [1, 2])
      await insert(db, 'lead', {
        id,
        name: 'Bo',
        name_n: 'bo',
        mobile: '+8613811110001',
        mobile_n: '+8613811110001',
        content: 'Hi',
      });
    const mark = { id: 'a', user_id: 1, email: 'a@example.com', mobile: '+8613811110001', at: 1, expires_at: 2 };
    await insert(db, 'member_former', mark);
    await run(db);
    const after = [
      ...['13811110001', '13811110002', '13811110003', '+8613811110003', '13811110003', '+85291234567'],
      ...['13811110008', '+8613811110008'],
    ].map(storedMobile);
    expect(await loadMobiles(db, 'user')).toEqual(after);
    expect(await loadMobiles(db, 'admin')).toEqual([storedMobile('13811110001')]);
    expect(await loadMobiles(db, 'lead')).toEqual([storedMobile('13811110001'), storedMobile('13811110001')]);
    expect(await db.rows('SELECT mobile FROM member_former')).toMatchObject([{ mobile: '13811110001' }]);
    expect(warnings.splice(0)).toEqual([{ table: 'user', ids: [4, 8] }]);
    await run(db);
    expect(await loadMobiles(db, 'user')).toEqual(after);
  });
});
