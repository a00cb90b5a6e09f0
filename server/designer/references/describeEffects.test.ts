/** Before a rollback or a deletion, the server lists the fields that go, what uses them, and the entities that prevent it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ref } from '../../../common/entity/field';
import type { AnyEntity } from '../../../common/entity/entity';
import { superAdmin, type Caller } from '../../testing/callers';
import { complaint } from '../../testing/designed/designedComplaint';
import { applyChange, complaintWith } from '../../testing/designed/renamedComplaint';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const extended = complaintWith('note', 'extra');
const { en, 'zh-cn': zh } = complaint.spec.labels;
/** Another designed entity with a reference to complaints. */
const remedy: AnyEntity = {
  name: 'remedy',
  spec: {
    ...complaint.spec,
    fields: { ...complaint.spec.fields, complaint_id: ref('complaint') },
    labels: {
      en: { ...en, $one: 'Remedy', $many: 'Remedies', complaint_id: 'Complaint' },
      'zh-cn': { ...zh, $one: '补救', $many: '补救措施', complaint_id: '投诉' },
    },
  },
};

describe.each(testDialects())('the effects of a rollback and of a deletion on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let record: number;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    await applyChange(server, admin, { from: null, to: complaint });
    record = await applyChange(server, admin, { from: complaint, to: extended });
    await admin.post('/admin/complaint/add', { subject: 'One', extra: 'x' });
    await admin.post('/admin/view/keep', { ent: 'complaint', title: 'Extra', query: 'cols=id,extra', shared: false });
    const watched = { name: 'Complaints', data_table: 'complaint' };
    await admin.post('/admin/recycle_rule/add', watched);
    await admin.post('/admin/sensitive_rule/add', { ...watched, data_fields: ['extra'] });
  });
  afterAll(() => server.close());
  const effects = async (action: string) =>
    (await admin.get('/admin/crud_record/effects', { id: String(record), action })).data;

  it('a rollback: names the removed fields in both languages, their rows and what uses them', async () => {
    expect(await effects('rollback')).toEqual({
      removesTable: false,
      rows: 1,
      fields: [{ name: 'extra', en: 'Note extra', zh: '备注 extra' }],
      uses: [
        { kind: 'audit_rule', field: 'extra', title: 'Complaints' },
        { kind: 'view', field: 'extra', title: 'Extra' },
      ],
      referredBy: [],
    });
    expect((await admin.get('/admin/crud_record/effects', { id: String(record), action: 'x' })).status).toBe(400);
  });

  // @covers fault design.referred
  it('a deletion: names all fields and uses, and is refused with the entity that refers to it', async () => {
    const { removesTable, fields, uses, referredBy } = await effects('remove');
    expect([removesTable, referredBy, fields.length]).toEqual([true, [], 5]);
    expect(uses.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)).toEqual([
      'audit_rule Complaints',
      'recycle_rule Complaints',
      'view Extra',
    ]);
    await applyChange(server, admin, { table: 'remedy', from: null, to: remedy });
    expect((await effects('remove')).referredBy).toEqual([{ name: 'remedy', en: 'Remedies', zh: '补救措施' }]);
    const refused = await admin.post('/admin/crud_record/remove', { id: record, confirm: 'complaint' });
    expect([refused.code, refused.msg]).toEqual([0, 'Can’t delete “complaint”. Remedies (remedy) refers to it.']);
  });
});
