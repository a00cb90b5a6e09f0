/** The history of rows follows renamed fields: reads as of a moment, entries, reverts and undone changes have the present names. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../../common/entity/entity';
import { translate } from '../../../common/locales/translate';
import type { HistoryResponse } from '../../../common/protocol/history';
import { superAdmin, type Caller } from '../../testing/callers';
import { applyChange, complaintWith } from '../../testing/designed/renamedComplaint';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { DESIGNER_JOBS } from '../designerJobs';
import type { Rename } from '../schemaChange';

interface Snapshot {
  readonly moment: number;
  readonly value: string;
}
const STEP_MS = 5_000;

describe.each(testDialects())('a renamed field on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let id: number;
  let active: AnyEntity = complaintWith('note');
  const snapshots: Snapshot[] = [];
  const changeSets = new Map<string, string>();

  const change = async (to: AnyEntity, renames: readonly Rename[] = []) => {
    const record = await applyChange(server, admin, { from: active, to, renames });
    active = to;
    return record;
  };
  const rollBack = async (to: AnyEntity, record: number, renames: readonly Rename[] = []) => {
    const restoredRecords = [record];
    await applyChange(server, admin, { from: active, to, renames, restoredRecords }, DESIGNER_JOBS.rollBack);
    active = to;
  };
  const save = async (field: string, value: string) => {
    const response = await admin.post('/admin/complaint/edit', { id, [field]: value });
    expect(response.code).toBe(1);
    changeSets.set(value, response.data.cid);
  };
  /** Saves a value, remembers the moment, and saves another one later. */
  const record = async (field: string, value: string) => {
    await save(field, value);
    snapshots.push({ moment: Math.floor(server.services.clock.now() / 1000), value });
    server.advanceClock(STEP_MS);
    await save(field, `after ${value}`);
  };
  const valuesAsOf = async (field: string) => {
    const values: unknown[] = [];
    for (const { moment } of snapshots) {
      const asOf = String(moment);
      const { row } = (await admin.get('/admin/complaint/edit', { id: String(id), asOf })).data;
      const { list } = (await admin.get('/admin/complaint/index', { asOf })).data;
      expect(list[0]?.[field]).toBe(row[field]);
      values.push(row[field]);
    }
    return values;
  };
  const recordedValues = () => snapshots.map(({ value }) => value);
  const loadEntries = async () =>
    ((await admin.get('/admin/complaint/history', { id: String(id) })).data as HistoryResponse).list;

  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    await applyChange(server, admin, { from: null, to: active });
    const rule = { name: 'Complaints', data_table: 'complaint', data_fields: ['note'] };
    expect((await admin.post('/admin/sensitive_rule/add', rule)).code).toBe(1);
    ({ id } = (await admin.post('/admin/complaint/add', { subject: 'Too loud' })).data);
    server.advanceClock(STEP_MS);
  });
  afterAll(() => server.close());

  it('as of a moment before a rename, and before a chain of renames, it has the value of then', async () => {
    await record('note', 'first');
    await change(complaintWith('remark'), [{ from: 'note', to: 'remark' }]);
    expect(await valuesAsOf('remark')).toEqual(recordedValues());
    await record('remark', 'second');
    await change(complaintWith('detail'), [{ from: 'remark', to: 'detail' }]);
    await record('detail', 'third');
    expect(await valuesAsOf('detail')).toEqual(['first', 'second', 'third']);
  });

  it('entries before the renames show it under its present name', async () => {
    const entries = (await loadEntries()).filter(({ op }) => op === 'u');
    expect(entries.map(({ fields, hidden }) => [fields.map(({ field }) => field), hidden])).toEqual(
      Array.from({ length: 6 }, () => [['detail'], 0]),
    );
    expect(entries.at(-1)?.fields).toMatchObject([{ field: 'detail', after: 'first' }]);
    expect(entries.at(-1)?.undoable).toBe(true);
  });

  it('an entry of the audit log with the former name is read and rolled back', async () => {
    await save('detail', 'after first');
    const { list } = (await admin.get('/admin/sensitive_log/index', { limit: '100' })).data;
    const entry = list.find(
      (logged: Readonly<Record<string, unknown>>) => logged.after === 'after first' && logged.data_field === 'note',
    );
    const info = await admin.get('/admin/sensitive_log/info', { id: String(entry.id) });
    expect(info.data.row).toMatchObject({ before: 'first', after: 'after first' });
    expect(await admin.post('/admin/sensitive_log/rollback', { ids: [entry.id] })).toMatchObject({ code: 1 });
    expect((await admin.get('/admin/complaint/edit', { id: String(id) })).data.row.detail).toBe('first');
  });

  it('a save before the renames is reverted by its entry, and undone by its change-set', async () => {
    await save('detail', 'after first');
    const entry = (await loadEntries()).find(
      ({ fields }) => fields[0]?.after === 'after first' && fields[0].before === 'first',
    );
    const reverted = await admin.post('/admin/complaint/revert', { id, seq: entry?.seq });
    expect([reverted.code, reverted.data.row.detail]).toEqual([1, 'first']);
    await save('detail', 'after second');
    const undone = await admin.post('/admin/history/undo', { cid: changeSets.get('after second') });
    expect(undone.data).toMatchObject({ undone: 1, left: [] });
    const set = await admin.get('/admin/history/set', { cid: changeSets.get('second') ?? '' });
    expect(set.data.rows[0].line.fields).toMatchObject([{ field: 'detail', after: 'second' }]);
    server.advanceClock(STEP_MS);
  });

  it('a new field with its former name has none of its history, and a roll back returns both', async () => {
    const both = complaintWith('detail', 'note');
    const added = await change(both);
    expect(await valuesAsOf('detail')).toEqual(['first', 'second', 'third']);
    await save('note', 'other');
    await record('detail', 'fourth');
    expect(await valuesAsOf('detail')).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await valuesAsOf('note')).toEqual([null, null, null, 'other']);
    const entries = await loadEntries();
    expect(entries.find(({ fields }) => fields[0]?.after === 'first')?.fields[0]?.field).toBe('detail');
    await rollBack(complaintWith('detail'), added);
    expect(await valuesAsOf('detail')).toEqual(['first', 'second', 'third', 'fourth']);
    const other = (await loadEntries()).filter(({ op, hidden }) => op === 'u' && hidden > 0);
    expect(other.map(({ fields }) => fields)).toEqual([[]]);
  });

  it('after the renames are rolled back its history has the first name', async () => {
    await change(complaintWith('remark'), [{ from: 'detail', to: 'remark' }]);
    await record('remark', 'fifth');
    await rollBack(complaintWith('note'), 1, [{ from: 'remark', to: 'note' }]);
    expect(await valuesAsOf('note')).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
  });

  it('a field that is removed and comes back with a roll back has its history again', async () => {
    const removed = await change(complaintWith());
    server.advanceClock(STEP_MS);
    await rollBack(complaintWith('note'), removed);
    expect(await valuesAsOf('note')).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    await change(complaintWith());
    const { list } = (await admin.get('/admin/sensitive_log/index', { limit: '100' })).data;
    const refused = await admin.post('/admin/sensitive_log/rollback', { ids: [list.at(-1).id] });
    expect(refused).toMatchObject({
      code: 0,
      msg: translate('en', 'faults.design.field_gone', { table: 'complaint', field: 'note' }),
    });
    await change(complaintWith('note'));
    expect((await loadEntries()).flatMap(({ fields }) => fields).filter(({ field }) => field === 'note')).toEqual([]);
  });
});
