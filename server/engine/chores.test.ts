/** The log and the kept answers are forgotten in time, and never too early. */
import { expect, it } from '@jest/globals';
import { readHead } from '../live/log';
import { trimLog } from '../live/retention';
import { describeOnEachDatabase } from '../testing/database';
import { openEngine } from '../testing/engineRig';
import { doChores } from './chores';

const DAY = 86_400_000;

describeOnEachDatabase('chores', (database) => {
  it('forget answers after two days and changes only when they are both old and many', async () => {
    const { kit, writer, as, noun, log } = await openEngine(database);
    const drafts = Array.from({ length: 20 }, (_, i) => ({ name: `Category ${i}` }));
    await writer.createMany(as(undefined, { mid: 'kept' }), noun('news_category'), drafts);
    const answers = async () => (await kit.db.rows('SELECT mid FROM mutation_log')).length;
    await doChores(kit);
    expect(await answers()).toBe(1);
    const later = { ...kit, clock: { now: () => Date.now() + 8 * DAY } };
    await doChores(later);
    expect([await answers(), (await log()).length]).toEqual([0, 20]);
    expect(await trimLog(kit.db, Date.now(), 5)).toBe(0);
    expect(await trimLog(kit.db, Date.now() + 8 * DAY, 5)).toBe(15);
    expect((await log()).map(({ seq }) => seq)).toEqual([16, 17, 18, 19, 20]);
    expect(await readHead(kit.db)).toMatchObject({ last: 20, low: 16 });
  });
});
