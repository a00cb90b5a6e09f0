/** Ledger entries without a receipt number: each gets one, keeps its HMAC and stays append-only. */
import { expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { entryHmacs } from '../../hooks/ledger/ledgerChain';
import { systemClock } from '../../platform/systemClock';
import { createLog } from '../../platform/log';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { migrate } from '../migrate';
import { migrations } from '../migrations/table';
import { verifyLedger } from '../verify/verifyLedger';

const KEYS = ['a secret of the tests'];
const ENTRIES = 3;

describeOnEachDatabase('entries without receipt numbers', (database) => {
  it('fillReceipts: entries get a number each, verify under their old HMAC and stay immutable', async () => {
    const db = await database.openBare();
    const index = migrations.findIndex(({ id }) => id === '0037_entry_words');
    const registry = createRegistry(entities);
    await db.transact(async (tx) => {
      for (const sql of migrations.slice(0, index).flatMap((migration) => migration[db.dialect])) await tx.run(sql);
      await tx.run("INSERT INTO change_head (id, epoch, last, low) VALUES (1, 'epoch', 0, 1)");
      let [hash, before] = ['', 0];
      for (let n = 1; n <= ENTRIES; n += 1) {
        const entry = {
          user_id: 1,
          n,
          money: 100,
          before,
          after: before + 100,
          memo: 'Old',
          type: 'adjust',
          actor: 'admin:1',
          ref: null,
          idem: `k${n}`,
          create_time: 1_700_000_000,
        };
        [hash = ''] = entryHmacs(KEYS, 'money', hash, entry);
        const row = { ...entry, slot: `1:${n}`, slot_n: `1:${n}`, idem_n: `k${n}`, hash };
        const names = Object.keys(row).map((name) => `\`${name}\``);
        const marks = names.map(() => '?').join();
        await tx.run(`INSERT INTO \`user_money_log\` (${names.join()}) VALUES (${marks})`, Object.values(row));
        before += 100;
      }
      await tx.run(
        "INSERT INTO `account` (id, user_id, kind, balance, n, hash, overdraft) VALUES ('money:1', 1, 'money', ?, ?, ?, 0)",
        [before, ENTRIES, hash],
      );
    });
    await migrate({
      db,
      registry,
      migrations,
      log: createLog({ level: 'silent' }),
      clock: systemClock,
      production: false,
      keys: () => KEYS,
    });
    const rows = await db.rows<{ receipt: string; receipt_n: string }>(
      'SELECT receipt, receipt_n FROM `user_money_log`',
    );
    expect(new Set(rows.map(({ receipt }) => receipt)).size).toBe(ENTRIES);
    for (const { receipt, receipt_n: shadow } of rows) {
      expect(receipt).toMatch(/^(?:[2-9A-Z]{4}-){2}[2-9A-Z]{4}$/);
      expect(shadow).toBe(receipt.toLowerCase());
    }
    const walked = await db.snapshot((tx) => verifyLedger(tx, { registry, keys: KEYS, dialect: db.dialect }));
    expect([walked.count, walked.findings]).toEqual([ENTRIES, []]);
    const change = () => db.transact((tx) => tx.run("UPDATE `user_money_log` SET memo = 'New' WHERE n = 1"));
    await expect(change()).rejects.toThrow(/append-only/);
  });
});
