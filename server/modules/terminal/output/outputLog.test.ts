/** Task output is stored completely, also when the database fails for a while or a commit's response is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../../context';
import { sampleDialects } from '../../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../../testing/testServer';
import { createOutputLog, type OutputRecorder } from './outputLog';

describe.each(sampleDialects())('task output on %s', (database) => {
  let testServer: TestServer;
  beforeAll(async () => {
    testServer = await startTestServer({ database });
  });
  afterAll(() => testServer.close());

  type FailureMode = 'before' | 'after';
  /** A database that fails in the given order: before it ran the transaction, or after it committed. */
  function failingDb(troubles: FailureMode[]): Db {
    const { db } = testServer.services;
    const transact: Db['transact'] = async (work) => {
      const trouble = troubles.shift();
      if (trouble === 'before') throw new Error('busy');
      const response = await db.transact(work);
      if (trouble === 'after') throw new Error('the connection was lost');
      return response;
    };
    return { ...db, transact };
  }
  async function loadOutput(uuid: string): Promise<string> {
    const rows = await testServer.services.db.rows<{ data: string; off: number; bytes: number }>(
      'SELECT data, off, bytes FROM `terminal_output` WHERE uuid = ? ORDER BY off',
      [uuid],
    );
    let at = 0;
    for (const { off, bytes } of rows) {
      expect(Number(off)).toBe(at);
      at += Number(bytes);
    }
    return rows.map(({ data }) => data).join('');
  }
  const stored = async (recorder: OutputRecorder) => {
    while (recorder.unstoredBytes() > 0) await sleep(10);
  };

  it.each<[string, FailureMode[]]>([
    ['refused', ['before', 'before', 'before']],
    ['stored and not published', ['after', 'after']],
    ['refused, then stored and not published', ['before', 'after']],
  ])('is stored once and in order after the transaction was %s', async (name, troubles) => {
    const uuid = createHash('sha256').update(`${database}${name}`).digest('hex').slice(0, 32);
    const notified: number[] = [];
    const recorder = createOutputLog(failingDb(troubles)).record(
      uuid,
      1,
      () => void notified.push(recorder.unstoredBytes()),
    );
    const outputLines = Array.from({ length: 12 }, (_, index) => `第 ${index} 行\r\n`);
    for (const outputLine of outputLines) {
      recorder.append(outputLine);
      await sleep(15);
    }
    await stored(recorder);
    expect(troubles).toEqual([]);
    const whole = outputLines.join('');
    expect(await recorder.finish()).toEqual({
      bytes: Buffer.byteLength(whole),
      hash: createHash('sha256').update(whole).digest('hex'),
    });
    expect(await loadOutput(uuid)).toBe(whole);
    expect(notified.at(-1)).toBe(0);
  });

  it('is retried once more at the end, and a second failure is reported', async () => {
    const uuid = `${database}-end`;
    const recorder = createOutputLog(failingDb(['before', 'before'])).record(uuid, 1, () => undefined);
    recorder.append('lost');
    await expect(recorder.finish()).rejects.toThrow('busy');
    expect(await loadOutput(uuid)).toBe('');
  });
});
