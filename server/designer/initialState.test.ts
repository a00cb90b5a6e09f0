/** A state that only transitions change starts with its first choice when the definition has no default. */
import { expect, it } from '@jest/globals';
import type { AnyEntity } from '../../common/entity/entity';
import { choice } from '../../common/entity/field';
import { limitedAdmin, superAdmin } from '../testing/callers';
import { changeInput, complaint } from '../testing/designed/designedComplaint';
import { startTestServer, testDialects } from '../testing/testServer';
import { DESIGNER_JOBS } from './designerJobs';

const TRANSITIONS = { severity: { raise: { from: ['low'], to: 'high' } } };
const { spec } = complaint as AnyEntity;
/** A definition that was stored before designs had a first state. */
const stored: AnyEntity = {
  name: 'complaint',
  spec: {
    ...spec,
    fields: { ...spec.fields, severity: choice({ low: 1, high: 2 }, { required: true }) },
    transitions: TRANSITIONS,
  },
};

it.each(testDialects())(
  'a stored definition without a default: a record starts in the first state, on %s',
  async (database) => {
    const server = await startTestServer({ database });
    try {
      const root = await superAdmin(server);
      const input = JSON.parse(JSON.stringify(changeInput({ from: null, to: stored })));
      await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', adminId: root.id, input });
      await server.jobs.settled();
      const clerk = await limitedAdmin(server, ['complaint/index', 'complaint/add', 'complaint/edit'], 'all');
      for (const caller of [root, clerk]) {
        const added = await caller.post('/admin/complaint/add', { subject: 'Too loud', severity: 2 });
        expect([added.data.fields, added.code]).toEqual([undefined, 1]);
        const { row } = (await caller.get('/admin/complaint/edit', { id: String(added.data.id) })).data;
        expect(row.severity).toBe(1);
        expect((await caller.post('/admin/complaint/edit', { id: row.id, severity: 2 })).code).toBe(1);
      }
    } finally {
      await server.close();
    }
  },
);

it.each(testDialects())('a design without a default has the first choice as its default, on %s', async (database) => {
  const server = await startTestServer({ database });
  try {
    const root = await superAdmin(server);
    const { id } = (await root.post('/admin/crud_design/start', { from: 'blank', table_name: 'crate' })).data;
    await root.post('/admin/crud_design/edit', { id, one_zh: '箱', many_zh: '箱' });
    const choices = ['open', 'shut'].map((name, value) => ({ name, value, en: name, zh: name }));
    await root.post('/admin/crud_design_field/add', {
      ...{ design_id: id, name: 'state', kind: 'choice', label_en: 'State', label_zh: '状态', required: 1, choices },
      transitions: [{ name: 'close', from: ['open'], to: 'shut' }],
    });
    const preview = async () => (await root.get('/admin/crud_design/preview', { id: String(id) })).data;
    expect((await preview()).definition.spec.fields.state.options.default).toBe('open');
    await root.post('/admin/crud_design/apply', { id });
    await server.jobs.settled();
    const added = await root.post('/admin/crate/add', { name: 'A crate' });
    expect([added.data.fields, added.code]).toEqual([undefined, 1]);
    const { row } = (await root.get('/admin/crate/edit', { id: String(added.data.id) })).data;
    expect(row.state).toBe(0);
  } finally {
    await server.close();
  }
});
