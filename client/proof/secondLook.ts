/** A writer that looks twice sees what others committed between: what it checks after its locks must be what is. */
import type { ProofServer } from '../../server/proof/proofServer';

const gate = () => {
  let open = () => {};
  const passed = new Promise<void>((done) => (open = done));
  return { open, passed };
};

/** `touch` is a write of somebody else. SQLite has one writer at a time, so there nothing is between. */
export async function secondLook(house: ProofServer, touch: () => Promise<unknown>): Promise<string[]> {
  const db = house.db();
  if (db.dialect !== 'mariadb') return [];
  const [looked, written] = [gate(), gate()];
  const seen: number[] = [];
  const writer = db.transact(async (tx) => {
    const look = async () => {
      const [head] = await tx.rows<{ last: number }>('SELECT last FROM change_head');
      seen.push(Number(head?.last));
    };
    await look();
    looked.open();
    await written.passed;
    await look();
  });
  await looked.passed;
  await touch().finally(written.open);
  await writer;
  const [first = 0, second = 0] = seen;
  return second > first ? [] : ['a writer that looks twice does not see what was committed between'];
}
