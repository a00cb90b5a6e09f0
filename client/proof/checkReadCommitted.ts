/** Checks that a second read in a write transaction sees what others committed since the first: checks after locks need it. */
import type { ProofServer } from '../../server/proof/proofServer';

const createSignal = () => {
  let send = () => {};
  const sent = new Promise<void>((done) => (send = done));
  return { send, sent };
};

/** `write` runs in another transaction between both reads. SQLite allows one writer at a time, so the check does nothing there. */
export async function checkReadCommitted(server: ProofServer, write: () => Promise<unknown>): Promise<string[]> {
  const db = server.db();
  if (db.dialect !== 'mariadb') return [];
  const [firstRead, written] = [createSignal(), createSignal()];
  const readValues: number[] = [];
  const writer = db.transact(async (tx) => {
    const readHead = async () => {
      const [head] = await tx.rows<{ last: number }>('SELECT last FROM change_head');
      readValues.push(Number(head?.last));
    };
    await readHead();
    firstRead.send();
    await written.sent;
    await readHead();
  });
  await firstRead.sent;
  await write().finally(written.send);
  await writer;
  const [first = 0, second = 0] = readValues;
  return second > first ? [] : ['the second read of a write transaction does not see what others committed'];
}
