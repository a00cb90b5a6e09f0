/** Activation codes stored in clear by earlier versions: the migration encrypts them and leaves no clear text. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { computeBlindIndexes, createActivationCode, decryptCode } from '../../access/codes/activationCodes';
import type { Db, SqlValue } from '../../context';
import { systemClock } from '../../platform/systemClock';
import { createLog } from '../../platform/log';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { dumpDatabase, textsInDump } from '../../testing/database/dumpDatabase';
import { migrate } from '../migrate';
import { migrations } from '../migrations/table';

const KEYS = ['a secret of the tests', 'an older one'];
const ID = '0028_sealed_codes';
const run = (db: Db) =>
  migrate({
    db,
    registry: createRegistry(entities),
    migrations,
    log: createLog({ level: 'silent' }),
    clock: systemClock,
    production: false,
    keys: () => KEYS,
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

let seq = 0;
const logged = async (db: Db, ent: string, img: object, prev: object | null) => {
  seq += 1;
  const who = { actor: 'admin:1', actor_name: 'Ann', mid: null, cid: 'c', at: Date.now() };
  const texts = { img: JSON.stringify(img), prev: prev && JSON.stringify(prev) };
  await insert(db, 'change_log', { seq, txn: seq, ent, eid: 1, ver: 1, op: 'c', ...texts, ...who });
};

/** Rows, and every table that recorded their texts; the last row was purged and remains only in the logs. */
async function fill(db: Db, codes: readonly string[]): Promise<void> {
  for (const [index, code] of codes.slice(0, -1).entries()) {
    const dead = index === 1 ? { delete_time: 5, live: index + 1 } : {};
    await insert(db, 'activation_code', { code, code_n: code.toLowerCase(), num: index + 1, ...dead });
  }
  for (const code of codes) {
    const row = { id: 1, code, use_status: 1 };
    await logged(db, 'activation_code', row, { code });
    await insert(db, 'record_history', {
      seq,
      cid: 'c',
      ent: 'activation_code',
      eid: 1,
      revision: 1,
      op: 'c',
      actor: 'a',
      actor_name: 'a',
      channel: 'ui',
      ip: '',
      at: Date.now(),
      diff: JSON.stringify({ code: [null, code], num: [null, 1] }),
    });
    const data = JSON.stringify(row);
    const about = { data_table: 'activation_code', title: code, title_n: code.toLowerCase() };
    await insert(db, 'recycle_log', { ...about, data });
    await insert(db, 'sensitive_log', { ...about, data_field: 'num', before: '1', after: '2' });
    await logged(db, 'recycle_log', { id: 1, ...about, data: row }, null);
    const params = JSON.stringify({ entity: 'activation_code', title: code });
    await insert(db, 'notice', { realm: 'admin', recipient_id: 1, kind: 'record_changed', title: 't', params });
    await insert(db, 'mutation_log', {
      mid: `m-${seq}`,
      actor: 'admin:1',
      req_hash: 'h',
      at: 1,
      response: JSON.stringify({ id: 1, row }),
    });
  }
}

describeOnEachDatabase('activation codes stored in clear', (database) => {
  const codes = Array.from({ length: 4 }, createActivationCode);
  type Row = Readonly<Record<'id' | 'num', number> & Record<'code' | 'code_n' | 'mark' | 'mark_n' | 'sealed', string>>;
  const getRows = (db: Db) => db.rows<Row>('SELECT * FROM activation_code ORDER BY id');

  it('encryptCodes: encrypts the rows and shortens codes in all logs', async () => {
    const db = await database.openBare();
    await previous(db);
    await fill(db, codes);
    expect(textsInDump(await dumpDatabase(db), codes)).toEqual(codes);
    await run(db);
    const rows = await getRows(db);
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      const code = codes[index] ?? '';
      expect(row).toMatchObject({ code: code.slice(-4), code_n: code.slice(-4).toLowerCase(), num: index + 1 });
      expect([row.mark, row.mark_n]).toEqual([computeBlindIndexes(KEYS, code)[0], computeBlindIndexes(KEYS, code)[0]]);
      expect(decryptCode(KEYS, row)).toBe(code);
      expect(decryptCode(['another secret'], row)).toBeUndefined();
    }
    const dump = await dumpDatabase(db);
    expect(textsInDump(dump, codes)).toEqual([]);
    const [history] = await db.rows<{ diff: string }>('SELECT diff FROM record_history ORDER BY seq');
    expect(JSON.parse(history?.diff ?? '')).toEqual({ code: [null, codes[0]?.slice(-4)], num: [null, 1] });
    const [kept] = await db.rows<{ title: string; title_n: string }>('SELECT title, title_n FROM recycle_log');
    expect(kept).toMatchObject({ title: codes[0]?.slice(-4), title_n: codes[0]?.slice(-4).toLowerCase() });
  });

  it('encryptCodes: a second run changes nothing, and triggers are restored', async () => {
    const db = await database.openBare();
    const before = await getRows(db);
    await run(db);
    expect(await getRows(db)).toEqual(before);
    for (const table of ['record_history', 'recycle_log', 'sensitive_log'])
      for (const sql of [
        `UPDATE ${table} SET \`${table === 'record_history' ? 'ip' : 'useragent'}\` = 'x'`,
        `DELETE FROM ${table}`,
      ])
        await expect(db.transact((tx) => tx.run(sql))).rejects.toThrow('append-only');
  });

  it('encryptCodes: continues after a crash at any step', async () => {
    const db = await database.openBare();
    const before = await getRows(db);
    const lateCode = createActivationCode();
    await insert(db, 'activation_code', { code: lateCode, code_n: lateCode.toLowerCase(), num: 9 });
    await db.transact((tx) => tx.run('UPDATE migration SET finished_at = NULL WHERE id = ?', [ID]));
    await run(db);
    const rows = await getRows(db);
    expect(rows.slice(0, -1)).toEqual(before);
    expect(decryptCode(KEYS, rows.at(-1) ?? { mark: '', sealed: '' })).toBe(lateCode);
    expect(textsInDump(await dumpDatabase(db), [...codes, lateCode])).toEqual([]);
  });

  (database.dialect === 'sqlite' ? it : it.skip)('are not left in the file either', async () => {
    const address = await database.address();
    const db = await database.openBare();
    await db.rows('PRAGMA wal_checkpoint(TRUNCATE)');
    await db.close();
    const file = readFileSync('file' in address ? address.file : '', 'latin1');
    expect(file).toContain(codes[0]?.slice(-4));
    expect(textsInDump(file, codes)).toEqual([]);
  });
});
