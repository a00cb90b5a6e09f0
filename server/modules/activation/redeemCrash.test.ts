/** A server that crashes while members redeem one code: uses never exceed `num`, and no confirmed use is lost. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { createActivationCode } from '../../access/codes/activationCodes';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import { openEngineHarness, type EngineHarness } from '../../testing/engineHarness';
import { bundleProgram } from '../../testing/processes/bundleProgram';

const NUM = 5;
const MEMBERS = 30;
const ENV = { ...process.env, NODE_OPTIONS: '' };

describeOnEachDatabase('redeemCode: a killed server', (database) => {
  let engine: EngineHarness;
  let program: string;
  let members: readonly number[];
  beforeAll(async () => {
    program = await bundleProgram('server/testing/processes/crashRedeemer.ts');
    engine = await openEngineHarness(database, createRegistry(entities));
    const newRows = Array.from({ length: MEMBERS }, (_, index) => ({
      username: `crasher_${index}`,
      nickname: `crasher_${index}`,
      password: 'a-crashing-horse-7',
    }));
    const { rows } = await engine.writer.createMany(engine.as(), engine.entity('user'), newRows);
    members = rows.map(({ id }) => id);
  });

  const loadCode = async () => {
    const code = createActivationCode();
    const { id } = await engine.writer.create(engine.as(), engine.entity('activation_code'), { code, num: NUM });
    return { id, code };
  };
  const readUses = async (id: number) => {
    const { db } = engine.services;
    const uses = await db.rows<{ user_id: number }>('SELECT user_id FROM activation_use WHERE code_id = ?', [id]);
    const [row] = await db.rows<{ use_status: number }>('SELECT use_status FROM activation_code WHERE id = ?', [id]);
    return { users: uses.map((use) => Number(use.user_id)), isUsedUp: Number(row?.use_status) === 2 };
  };
  /** Returns the members who got a confirmation; `strike`: kills the server after so many confirmations. */
  const redeemAll = async (code: string, failpoints: string, strike?: number): Promise<readonly number[]> => {
    const address = JSON.stringify(await database.address());
    const args = [program, address, failpoints, code, JSON.stringify(members)];
    const child = spawn(process.execPath, args, { env: ENV });
    let outputText = '';
    const confirmed = () => [...outputText.matchAll(/^redeemed (\d+)$/gm)].map(([, id]) => Number(id));
    child.stdout.on('data', (chunk: Buffer) => {
      outputText += chunk.toString();
      if (strike !== undefined && confirmed().length >= strike) child.kill('SIGKILL');
    });
    await once(child, 'close');
    return confirmed();
  };

  it.each([
    ['before it commits', 'write.before_commit:kill', undefined],
    ['after it committed and before it said so', 'write.after_commit:kill', undefined],
    ['in the middle of many', '', 2],
  ] as const)(
    '%s',
    async (_when, failpoints, strike) => {
      const { id, code } = await loadCode();
      const confirmed = await redeemAll(code, failpoints, strike);
      const struck = await readUses(id);
      expect(struck.users).toEqual(expect.arrayContaining([...confirmed]));
      expect(struck.users.length).toBeLessThanOrEqual(NUM);
      expect(struck.isUsedUp).toBe(struck.users.length === NUM);
      if (failpoints.includes('before_commit')) expect(struck.users).toEqual([]);
      const later = await redeemAll(code, '');
      const after = await readUses(id);
      expect(after.users).toHaveLength(NUM);
      expect(new Set(after.users).size).toBe(NUM);
      expect(after.isUsedUp).toBe(true);
      expect([...later].sort()).toEqual(after.users.filter((one) => !struck.users.includes(one)).sort());
    },
    120_000,
  );
});
