/** The change log under load: no gaps, and snapshots with exact positions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { openEngineHarness, type EngineHarness } from '../../testing/engineHarness';
import { loadChangesAfter, loadLogHead, type LoggedChange } from './changeLog';

const WRITERS = 8;

describeOnEachDatabase('the change log', (database) => {
  let engine: EngineHarness;
  beforeAll(async () => {
    engine = await openEngineHarness(database);
  });

  it(
    'delivers every change once and in order while eight writers commit and roll back',
    async () => {
      const { services, writer } = engine;
      const entity = engine.entity('news_category');
      const each = sampleSize(40, 1000);
      let writing = true;
      const refused = new Error('rolled back');
      const write = async (who: number) => {
        for (let i = 0; i < each; i += 1) {
          const vain = i % 5 === 4;
          const act = writer.inTransaction(engine.as(), async (w) => {
            await w.create(entity, { name: `W${who} ${i}` });
            if (i % 3 === 0) await w.create(entity, { name: `W${who} ${i} b` });
            if (vain) throw refused;
          });
          await act.catch((error: unknown) => expect(error).toBe(refused));
        }
      };
      const seen: LoggedChange[] = [];
      const mismatches: string[] = [];
      const follow = async () => {
        for (let more = true; more;) {
          more = writing;
          const found = await loadChangesAfter(services.db, seen.at(-1)?.seq ?? 0, 2000);
          seen.push(...found);
          await services.db.snapshot(async (tx) => {
            const { last } = await loadLogHead(tx);
            const [log] = await tx.rows<{ n: number; top: number | null }>(
              'SELECT COUNT(*) AS n, MAX(seq) AS top FROM change_log',
            );
            const [rows] = await tx.rows<{ n: number }>('SELECT COUNT(*) AS n FROM news_category');
            const received = [last, Number(log?.n), Number(log?.top ?? 0), Number(rows?.n)];
            if (new Set(received).size !== 1) mismatches.push(received.join(' '));
          });
          await sleep(1);
        }
      };
      const following = follow();
      await Promise.all(Array.from({ length: WRITERS }, (_, who) => write(who)));
      writing = false;
      await following;
      const all = await loadChangesAfter(services.db, 0, 1_000_000);
      expect(seen.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq));
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1));
      expect(
        all.every(({ seq, firstSeqOfTransaction }) => firstSeqOfTransaction <= seq && seq - firstSeqOfTransaction < 2),
      ).toBe(true);
      expect(mismatches).toEqual([]);
      const history = await services.db.rows<{ seq: number }>('SELECT seq FROM record_history ORDER BY seq');
      expect(history.map(({ seq }) => Number(seq))).toEqual(all.map(({ seq }) => seq));
    },
    sampleSize(300_000, 900_000),
  );

  it('contains the row before a change as image plus previous values', async () => {
    const entity = engine.entity('ticket');
    const { id } = await engine.writer.create(engine.as(), entity, { subject: 'Traced', amount: '1.00' });
    const steps = [{ amount: '2.00' }, { currency: 'EUR', amount: '2.00' }, { state: 1 }];
    for (const step of steps) await engine.writer.update(engine.as(), entity, { id, ...step });
    await engine.writer.remove(engine.as(), entity, [id]);
    await engine.writer.restore(engine.as(), entity, [id]);
    const changes = (await engine.log()).filter((change) => change.entityName === 'ticket' && change.rowId === id);
    expect(changes.map(({ op }) => op).join('')).toBe('cuuudr');
    for (const [i, change] of changes.entries()) {
      expect({ ...change.image, ...change.previousValues, update_time: 0 }).toEqual({
        ...(changes[i - 1]?.image ?? change.image),
        update_time: 0,
      });
    }
  });
});
