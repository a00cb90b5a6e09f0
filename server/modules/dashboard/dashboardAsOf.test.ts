/** The dashboard as of a moment: after scripted edits at known times it equals what the live dashboard showed at these times. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DashboardAsOf } from '../../../common/protocol/dashboardAsOf';
import type { DashboardAck, DashboardFrame, Metric, MetricCell } from '../../../common/protocol/liveEvents';
import { limitedAdmin, member, superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const WEEK = { grain: 'day', count: 7 } as const;
/** Figures, parts and charts over records and over a log. */
const METRICS: Readonly<Record<string, Metric>> = {
  leads: { e: 'lead' },
  parts: { e: 'lead', by: 'handle_status' },
  completed: { e: 'lead', when: { field: 'handle_status', op: '=', value: 2 } },
  along: { e: 'lead', at: 'create_time', by: 'handle_status', span: WEEK },
  hours: { e: 'lead', at: 'create_time', span: { grain: 'hour', count: 24 } },
  money: { e: 'user_money_log', add: 'money', at: 'create_time' },
  booked: { e: 'user_money_log', add: 'money', at: 'create_time', span: WEEK },
  members: { e: 'user', add: 'money' },
};
const STEP_MS = 25 * 60_000;
type Cells = Readonly<Record<string, readonly MetricCell[]>>;
const sorted = (cells: readonly MetricCell[] = []) =>
  cells
    .filter(([, , value]) => value !== 0 && value !== '0.00')
    .map((cell) => JSON.stringify(cell))
    .sort();

describe.each(sampleDialects())('the dashboard as of a moment on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  /** Of the leads that the steps add. */
  const ids: number[] = [];
  const recorded: { readonly moment: number; readonly cells: Cells }[] = [];
  const now = () => Math.floor(testServer.services.clock.now() / 1000);
  const askPast = (caller: Caller, asOf: number, metrics: Readonly<Record<string, Metric>> = METRICS) =>
    caller.post('/admin/Dashboard/asOf', { asOf, metrics });
  const past = async (caller: Caller, asOf: number, metrics = METRICS): Promise<DashboardAsOf> => {
    const { code, msg, data } = await askPast(caller, asOf, metrics);
    if (code !== 1) throw new Error(msg);
    return data as DashboardAsOf;
  };
  const getCells = ({ metrics }: DashboardAsOf, id: string) => {
    const metric = metrics[id];
    return metric && 'cells' in metric ? metric : undefined;
  };
  const succeed = async (pending: ReturnType<Caller['post']>) => {
    const { code, msg, data } = await pending;
    if (code !== 1) throw new Error(`${msg} ${JSON.stringify(data)}`);
    return data;
  };

  /** The values of the live dashboard once it contains every change so far. */
  async function liveFrame(): Promise<DashboardFrame> {
    const [head] = await testServer.services.db.rows<{ last: number }>('SELECT MAX(seq) AS last FROM change_log');
    const client = await connectLiveClient(`${testServer.url}/admin`, root.token, {});
    try {
      for (const end = Date.now() + 15_000; Date.now() < end;) {
        await sleep(30);
        const response: DashboardAck = await client.socket.timeout(5_000).emitWithAck('dash', { w: METRICS });
        if (response.ok && Number(response.frame.s) >= Number(head?.last ?? 0)) return response.frame;
      }
      throw new Error('the live dashboard is behind');
    } finally {
      client.close();
    }
  }
  /** Records a snapshot of the live dashboard; the next change happens later. */
  async function record(): Promise<void> {
    const { map = {}, all = {} } = await liveFrame();
    const cells = Object.fromEntries(Object.keys(METRICS).map((id) => [id, all[String(map[id])] ?? []]));
    recorded.push({ moment: now(), cells });
    testServer.advanceClock(STEP_MS);
    // The access of the last step expires meanwhile.
    root = await superAdmin(testServer);
  }

  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    const { id: memberId } = await member(testServer);
    const addLead = async (name: string) => {
      const data = await succeed(
        root.post('/admin/lead/add', { name, mobile: '13812340101', email: 'a@example.com', content: 'x' }),
      );
      return data.id as number;
    };
    const book = (money: string) =>
      succeed(root.post('/admin/user_money_log/add', { user_id: memberId, money, memo: 'Step' }));
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => ids.push(await addLead('Ada'), await addLead('Bea'), await addLead('Cid')),
      () => book('12.50'),
      () => succeed(root.post('/admin/lead/edit', { id: ids[0], handle_status: 2 })),
      async () => ids.push(await addLead('Dan')),
      () => succeed(root.send('DELETE', `/admin/lead/del?ids=${String(ids[1])}`)),
      () => book('-2.25'),
      () => succeed(root.post('/admin/lead/edit', { id: ids[2], handle_status: 1 })),
      () => succeed(root.post('/admin/lead/restore', { ids: [ids[1]] })),
      () => succeed(root.send('DELETE', `/admin/lead/del?ids=${String(ids[3])}`)),
    ];
    await record();
    for (const step of steps) {
      await step();
      await record();
    }
  }, 120_000);
  afterAll(() => testServer.close());

  it('every figure and chart equals the snapshot that was recorded then', async () => {
    const totals = recorded.map(({ cells }) => sorted(cells['parts']).join());
    expect(new Set(totals).size).toBeGreaterThan(5);
    for (const { moment, cells } of recorded) {
      const response = await past(root, moment);
      expect(response).toMatchObject({ asOf: moment, zone: testServer.services.settings.timeZone });
      for (const id of Object.keys(METRICS)) {
        const metric = getCells(response, id);
        expect({ moment, id, isPartial: metric?.isPartial, cells: sorted(metric?.cells) }).toEqual({
          moment,
          id,
          isPartial: false,
          cells: sorted(cells[id]),
        });
      }
    }
  });

  it('rows whose past is not kept have no figure rather than a wrong one', async () => {
    const { metrics } = await past(root, now() - 60, {
      visits: { e: 'visit', add: 'pages' },
      notices: { e: 'notice' },
      unknown: { e: 'ghost' },
      sum: { e: 'lead', add: 'name' },
    });
    expect(metrics).toEqual({
      visits: { refusal: 'no_history' },
      notices: { refusal: 'no_history' },
      unknown: { refusal: 'no_access' },
      sum: { refusal: 'invalid' },
    });
    expect((await root.get('/admin/visit/index', { asOf: String(now()) })).status).toBe(400);
  });

  it('the permissions are the current ones', async () => {
    const at = recorded.at(-2)?.moment ?? 0;
    const reader = await limitedAdmin(testServer, ['lead/index']);
    const response = await past(reader, at);
    expect(response.metrics['money']).toEqual({ refusal: 'no_access' });
    // Without the permission to restore, the row that was deleted since is not counted, and the card can say so.
    expect(response.metrics['leads']).toEqual({ cells: [['', 0, 3]], isPartial: true });
    expect((await past(root, at)).metrics['leads']).toEqual({ cells: [['', 0, 4]], isPartial: false });
    const stranger = await limitedAdmin(testServer, ['banner/index']);
    expect((await past(stranger, at)).metrics['leads']).toEqual({ refusal: 'no_access' });
  });

  it('a row that was purged since makes the figures partial', async () => {
    const at = recorded.at(-2)?.moment ?? 0;
    await succeed(root.post('/admin/lead/purge', { ids: [ids[3]] }));
    expect((await past(root, at)).metrics['leads']).toEqual({ cells: [['', 0, 3]], isPartial: true });
    expect((await past(root, now())).metrics['leads']).toEqual({ cells: [['', 0, 3]], isPartial: false });
  });

  it('refuses a moment before the history or in the future, malformed metrics, and too many of them', async () => {
    const fields = async (asOf: number) => {
      const { status, data } = await askPast(root, asOf);
      return [status, Object.keys(data.fields)];
    };
    expect(await fields(1)).toEqual([400, ['asOf']]);
    expect(await fields(now() + 60)).toEqual([400, ['asOf']]);
    expect((await root.post('/admin/Dashboard/asOf', { asOf: 'now', metrics: {} })).status).toBe(400);
    const manyMetrics = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, { e: 'lead' }]));
    expect((await askPast(root, now(), manyMetrics)).status).toBe(400);
  });
});
