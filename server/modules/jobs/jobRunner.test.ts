/** A job that another version of the server began: its steps may have had another order. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { translateFault } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { createJobRunner } from './jobRunner';
import { loadJob } from './jobStore';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({});
  // The runner of the test takes the place of the server's own.
  await server.jobs.close();
});
afterAll(() => server.close());

const runWith = async (kind: string, stored: readonly string[], fails: boolean) => {
  const calls: string[] = [];
  const step = (name: string) => ({
    name,
    run: () => (fails ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve(void calls.push(name))),
    undo: () => Promise.resolve(void calls.push(`undo ${name}`)),
  });
  const runner = createJobRunner({
    services: server.services,
    writer: server.writer,
    kinds: [{ kind, steps: ['a', 'b', 'c'].map(step) }],
    nodes: { id: 'test', alive: () => ['test'] },
  });
  await runner.close();
  const id = await runner.enqueue({ kind, subject: kind, input: {}, adminId: null });
  const steps = stored.map((text) => text.split(' ')).map(([name, status]) => ({ name, status, at: null }));
  await server.services.db.transact((tx) =>
    tx.run('UPDATE job SET steps = ? WHERE id = ?', [JSON.stringify(steps), id]),
  );
  const next = createJobRunner({
    services: server.services,
    writer: server.writer,
    kinds: [{ kind, steps: ['a', 'b', 'c'].map(step) }],
    nodes: { id: 'test', alive: () => ['test'] },
  });
  next.wake();
  await next.settled();
  await next.close();
  const [row] = await server.services.db.rows<{ status: string; error: string }>(
    'SELECT status, error FROM job WHERE id = ?',
    [id],
  );
  return { calls, ...row };
};

it('a continued job runs the step that has not ended, wherever it was stored', async () => {
  const ended = await runWith('order_of_steps', ['a success', 'c success', 'b waiting'], false);
  expect(ended).toEqual({ calls: ['b'], status: 'success', error: '' });
});

it('a failed job undoes the steps that ran, wherever they were stored', async () => {
  const ended = await runWith('order_of_undoing', ['b waiting', 'a success', 'c waiting'], true);
  expect(ended).toEqual({ calls: ['undo b', 'undo a'], status: 'failed', error: 'no b' });
});

it('a step that fails with a fault has its sentence in each language', async () => {
  const kind = { kind: 'failing', steps: [{ name: 'a', run: () => Promise.reject(fault('design.unchanged')) }] };
  const runner = createJobRunner({
    services: server.services,
    writer: server.writer,
    kinds: [kind],
    nodes: { id: 'test', alive: () => ['test'] },
  });
  const id = await runner.enqueue({ kind: 'failing', subject: 'failing', input: {}, adminId: null });
  runner.wake();
  await runner.settled();
  await runner.close();
  const job = await loadJob(server.services.db, id);
  const [step] = job?.steps ?? [];
  expect(job?.error).toBe(translateFault('en', fault('design.unchanged')));
  expect(step).toMatchObject({ status: 'failed', message: { en: job?.error } });
  expect(step?.message?.['zh-cn']).toBe(translateFault('zh-cn', fault('design.unchanged')));
  expect(step?.message?.['zh-cn']).not.toBe(job?.error);
});
