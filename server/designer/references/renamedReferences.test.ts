/** What refers to a field by name follows its rename and the roll back of it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { integer, ref, text } from '../../../common/entity/field';
import { defineEntity, type AnyEntity } from '../../../common/entity/entity';
import { superAdmin, type Caller } from '../../testing/callers';
import { connectLiveClient } from '../../testing/live/liveClient';
import { waitUntil } from '../../testing/live/presenceClient';
import { loadFactor } from '../../testing/loadFactor';
import { applyChange, complaintWith } from '../../testing/designed/renamedComplaint';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';

/** A complaint with a number, which cards can sum. */
function countedComplaint(note: string, count: string): AnyEntity {
  const base = complaintWith(note);
  const { spec } = base;
  const labelled = (lang: 'en' | 'zh-cn') => ({ ...spec.labels[lang], [count]: 'Count' });
  return {
    ...base,
    spec: {
      ...spec,
      fields: { ...spec.fields, [count]: integer({ default: 0 }) },
      form: [...spec.form, count],
      labels: { en: labelled('en'), 'zh-cn': labelled('zh-cn') },
    },
  };
}
const SIZE = { w: 2, h: 2 };
const cardsWith = (note: string, count: string) => [
  {
    id: 'sum',
    kind: 'figure',
    e: 'complaint',
    add: count,
    when: { all: [{ field: note, op: 'LIKE', value: 'x' }] },
    ...SIZE,
  },
  { id: 'news', kind: 'figure', e: 'news', by: 'status', ...SIZE },
];
const figureWith = (note: string, count: string) => ({
  e: 'complaint',
  add: count,
  when: { some: [{ field: note, op: '=', value: 'x' }] },
});

/** Refers to a complaint and shows one of its fields. */
const callbackShowing = (field: string): AnyEntity => ({
  ...callback,
  spec: {
    ...callback.spec,
    fields: { ...callback.spec.fields, complaint_id: ref('complaint', { targetFields: [field] }) },
  },
});
const callback = defineEntity('callback', {
  menu: 'developer',
  icon: 'category',
  sensitivity: 'internal',
  fields: { phone: text({ required: true, max: 40 }), complaint_id: ref('complaint') },
  title: 'phone',
  list: { columns: ['id', 'phone', 'complaint_id'] },
  form: ['phone', 'complaint_id'],
  access: { staff: 'crud' },
  labels: {
    en: { $one: 'Callback', $many: 'Callbacks', phone: 'Phone', complaint_id: 'Complaint' },
    'zh-cn': { $one: '回访', $many: '回访', phone: '电话', complaint_id: '投诉' },
  },
});

describe.each(testDialects())('references to a renamed field on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let record: number;
  const ids: Record<string, number> = {};
  const renames = [
    { from: 'note', to: 'remark' },
    { from: 'amount', to: 'sum' },
  ];
  const add = async (entity: string, values: Readonly<Record<string, unknown>>) => {
    const response = await admin.post(`/admin/${entity}/add`, values);
    expect([entity, response.code]).toEqual([entity, 1]);
    ids[entity] = response.data.id;
  };
  const load = async (entity: string) =>
    (await admin.get(`/admin/${entity}/edit`, { id: String(ids[entity]) })).data.row;
  const loadView = async () => (await admin.get('/admin/view/index', { ent: 'complaint' })).data.list[0].query;
  const loadImport = async () =>
    (
      await server.services.db.rows<{ mapping: string; key_field: string }>(
        'SELECT mapping, key_field FROM data_import',
      )
    )[0];

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    await applyChange(server, admin, { from: null, to: countedComplaint('note', 'amount') });
    await applyChange(server, admin, { table: 'callback', from: null, to: callbackShowing('note') });
    await add('sensitive_rule', { name: 'Complaints', data_table: 'complaint', data_fields: ['subject', 'note'] });
    await add('board', { title: 'Desk', cards: cardsWith('note', 'amount') });
    await add('threshold', { title: 'Many', figure: figureWith('note', 'amount'), side: 'above', bound: 3 });
    const layout = await admin.post('/admin/Dashboard/arrange', { cards: cardsWith('note', 'amount') });
    expect(layout.code).toBe(1);
    const query = 'sort=-amount%2Cid&cols=id%2Cnote&note=loud&any0.note=x&any0.subject=y&q=note';
    const view = { ent: 'complaint', title: 'Loud', query, shared: true };
    expect((await admin.post('/admin/view/keep', view)).code).toBe(1);
    await server.services.db.transact((tx) =>
      tx.run(
        "INSERT INTO data_import (admin_id, ent, file_name, mapping, key_field) VALUES (?, 'complaint', 'a.csv', ?, 'note')",
        [admin.id, JSON.stringify(['subject', null, 'note'])],
      ),
    );
  });
  afterAll(() => server.close());

  const shownFields = () => server.services.registry.get('callback')?.spec.fields['complaint_id']?.options.targetFields;
  const expectNames = async (note: string, count: string) => {
    expect((await load('sensitive_rule')).data_fields).toEqual(['subject', note]);
    expect((await load('board')).cards).toEqual(cardsWith(note, count));
    expect((await load('board')).arranged_by).toBe(admin.id);
    expect((await load('threshold')).figure).toEqual(figureWith(note, count));
    const [stored] = await server.services.db.rows<{ value: string }>(
      "SELECT value FROM preference WHERE name = 'dashboard'",
    );
    expect(JSON.parse(stored?.value ?? '[]')).toEqual(cardsWith(note, count));
    const params = new URLSearchParams(await loadView());
    expect([params.get('sort'), params.get('cols'), params.get('q')]).toEqual([`-${count},id`, `id,${note}`, 'note']);
    expect([params.get(note) ?? params.get(`f.${note}`), params.get(`any0.${note}`)]).toEqual(['loud', 'x']);
    expect(shownFields()).toEqual([note]);
    const mapped = await loadImport();
    expect([JSON.parse(mapped?.mapping ?? '[]'), mapped?.key_field]).toEqual([['subject', null, note], note]);
  };

  it('all follow, and an open list of shared dashboards and open views are notified', async () => {
    const client = await connectLiveClient(`${server.url}/admin`, admin.token, {});
    const views: string[] = [];
    client.socket.on('views', ({ e }) => void views.push(e));
    try {
      await client.subscribe('list', { k: 'list', e: 'board', where: { all: [] }, sort: [] });
      const to = countedComplaint('remark', 'sum');
      record = await applyChange(server, admin, { from: countedComplaint('note', 'amount'), to, renames });
      await expectNames('remark', 'sum');
      const isTold = () => views.includes('complaint') && client.raw.some((text) => text.includes('remark'));
      await waitUntil(isTold, 'the board and the view', 8_000 * loadFactor());
    } finally {
      client.close();
    }
  });

  it('the audit rule records changes under the present name', async () => {
    const { id } = (await admin.post('/admin/complaint/add', { subject: 'Too loud', remark: 'a' })).data;
    await admin.post('/admin/complaint/edit', { id, remark: 'b' });
    const { list } = (await admin.get('/admin/sensitive_log/index')).data;
    expect(list).toMatchObject([{ data_field: 'remark', before: 'a', after: 'b' }]);
  });

  it('a field that another entity shows cannot be removed', async () => {
    const removal = { from: countedComplaint('remark', 'sum'), to: countedComplaint('other', 'sum') };
    await expect(applyChange(server, admin, removal)).rejects.toThrow(
      'Keep “remark”, or change “callback” first: its field “complaint_id” shows it.',
    );
  });

  it('all follow the roll back', async () => {
    await applyChange(
      server,
      admin,
      {
        from: countedComplaint('remark', 'sum'),
        to: countedComplaint('note', 'amount'),
        renames: renames.map(({ from, to }) => ({ from: to, to: from })),
        restoredRecords: [record],
      },
      DESIGNER_JOBS.rollBack,
    );
    await expectNames('note', 'amount');
  });
});
