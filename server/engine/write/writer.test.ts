/**
 * The write path on both databases: concurrent updates, permissions, unique values, removal, bulk verbs, audit log and the contents of the
 * logs.
 */
import { beforeAll, expect, it } from '@jest/globals';
import type { Json } from '../../../common/entity/field';
import { getColumns } from '../../../common/entity/columns';
import { translateFault } from '../../../common/locales/translate';
import type { EditConflict, UpdateBody } from '../../../common/protocol/liveEvents';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  catchFault,
  standardPermissions,
  openEngineHarness,
  listQuery,
  createStaffActor,
  superAdminActor,
  type EngineHarness,
} from '../../testing/engineHarness';
import { decodeRow } from '../schema/model';

describeOnEachDatabase('the write path', (database) => {
  let engine: EngineHarness;
  let run = 0;
  const uniqueName = (name: string) => `${name} ${(run += 1)}`;
  const news = () => engine.entity('news');
  const ticket = () => engine.entity('ticket');
  const category = () => engine.entity('news_category');
  const superAdmin = superAdminActor(1);
  const secondAdmin = superAdminActor(2);
  const make = (more: Record<string, unknown> = {}) =>
    engine.writer.create(engine.as(superAdmin), ticket(), { subject: uniqueName('ticket'), ...more });
  const edit = (body: UpdateBody, actor = secondAdmin) => engine.writer.update(engine.as(actor), ticket(), body);
  const last = async () => Number((await engine.log()).at(-1)?.seq ?? 0);

  beforeAll(async () => {
    engine = await openEngineHarness(database);
    const group = await engine.writer.create(engine.as(), engine.entity('admin_group'), { name: 'All', rules: ['*'] });
    for (const username of ['ann_1', 'bob_2']) {
      const person = { username, nickname: username, password: 'S3cret-pass', group_arr: [group.id] };
      await engine.writer.create(engine.as(), engine.entity('admin'), person);
    }
  });

  it('update: merges edits of different fields and reports them to the later editor', async () => {
    const { id, row } = await make({ amount: '5.00' });
    await edit({ id, revision: 1, _base: { subject: row['subject'] ?? null }, subject: uniqueName('renamed') });
    const merged = await edit({ id, revision: 1, _base: { status: 1 }, status: 0 }, superAdmin);
    expect(merged).toMatchObject({ revision: 3, merged: ['subject'], row: { status: 0, amount: '5.00' } });
    expect(merged.changes).toMatchObject([{ field: 'subject', before: row['subject'], by: { name: 'Admin 2' } }]);
  });

  it('update: refuses the second of two edits of one field with both values, actor and time', async () => {
    const { id } = await make({ code: 'x', currency: 'EUR' });
    await edit({ id, revision: 1, _base: { currency: 'EUR', status: 1 }, currency: 'USD', status: 0 });
    const before = await last();
    const fault = await catchFault(edit({ id, revision: 1, _base: { currency: 'EUR' }, currency: 'CHF' }, superAdmin));
    expect(fault.code).toBe('row.conflict');
    const data = fault.data as unknown as EditConflict;
    expect(data).toMatchObject({ kind: 'fields', id, revision: 2 });
    expect(data.fields).toEqual([
      {
        field: 'currency',
        base: 'EUR',
        mine: 'CHF',
        theirs: 'USD',
        by: { id: 'admin:2', name: 'Admin 2' },
        at: expect.any(Number),
      },
    ]);
    expect(data.merged).toMatchObject([{ field: 'status', before: 1, theirs: 0, by: { name: 'Admin 2' } }]);
    expect(await last()).toBe(before);
    const resolved = await edit({ id, revision: 2, _base: { currency: 'USD' }, currency: 'CHF' }, superAdmin);
    expect(resolved.row['currency']).toBe('CHF');
  });

  it('update: requires a base value, except without a revision', async () => {
    const { id } = await make();
    expect((await catchFault(edit({ id, revision: 1, currency: 'USD' }))).code).toBe('row.base_missing');
    expect((await edit({ id, currency: 'USD' })).row['currency']).toBe('USD');
  });

  it('update: writes and logs nothing when nothing changes', async () => {
    const { id, row } = await make({ currency: 'EUR' });
    const before = await last();
    const same = await edit({ id, subject: row['subject'], currency: 'EUR' });
    expect(same).toMatchObject({ revision: 1, seq: String(before) });
    expect(await last()).toBe(before);
  });

  // @spec P8-004
  // @covers fault row.missing
  it('update: reports that the row was deleted meanwhile', async () => {
    const { id } = await make();
    await engine.writer.remove(engine.as(secondAdmin), ticket(), [id]);
    const fault = await catchFault(edit({ id, revision: 1, _base: { status: 1 }, status: 0 }, superAdmin));
    expect(fault).toMatchObject({ code: 'row.conflict', data: { kind: 'deleted', by: { name: 'Admin 2' } } });
    expect((await catchFault(edit({ id, status: 0 }))).code).toBe('row.missing');
  });

  it('runs a repeated idempotency key once, also when both requests come at the same time', async () => {
    const subject = uniqueName('once');
    const send = (text: string) =>
      engine.writer.create(engine.as(superAdmin, { idempotencyKey: `m-${subject.replace(' ', '-')}` }), ticket(), {
        subject: text,
      });
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(subject)));
    expect(new Set(responses.map(({ id, seq, cid }) => `${id} ${seq} ${cid}`)).size).toBe(1);
    expect(responses.filter((response) => response.replayed === true)).toHaveLength(7);
    expect((await catchFault(send(uniqueName('other')))).code).toBe('mutation.reused');
  });

  it('commits nothing after the deadline of the request', async () => {
    const { id } = await make();
    const before = await last();
    const lateContext = engine.as(secondAdmin, { deadline: { hasPassed: true }, idempotencyKey: `late-${id}` });
    expect((await catchFault(engine.writer.update(lateContext, ticket(), { id, status: 0 }))).code).toBe(
      'server.deadline',
    );
    expect(await last()).toBe(before);
    const repeatedContext = engine.as(secondAdmin, { idempotencyKey: `late-${id}` });
    expect(await engine.writer.update(repeatedContext, ticket(), { id, status: 0 })).toMatchObject({ revision: 2 });
  });

  it('update: changes states only along transitions, and no row in a locked state', async () => {
    const { id } = await make();
    const clerk = createStaffActor(9, standardPermissions('ticket'));
    const refused = await catchFault(edit({ id, state: 2 }));
    expect([refused.code, refused.params]).toEqual(['row.move', { from: 'Open', to: 'Closed' }]);
    const act = (name: string, actor = secondAdmin) =>
      engine.writer.runAction(engine.as(actor), ticket(), id, name, {});
    expect((await act('begin')).row['state']).toBe(1);
    await act('finish');
    expect((await catchFault(act('reopen', clerk))).code).toBe('access.denied');
    expect((await catchFault(edit({ id, state: 1 }, clerk))).code).toBe('access.denied');
    await act('reopen');
    await act('freeze');
    expect((await catchFault(edit({ id, currency: 'USD' }))).code).toBe('row.locked');
    expect((await catchFault(engine.writer.remove(engine.as(secondAdmin), ticket(), [id]))).code).toBe('row.locked');
    await act('thaw');
    expect((await act('stamp')).row['code']).toBe(`stamped ${id}`);
    expect((await make({ state: 2 })).row['state']).toBe(0);
  });

  it('update: hides rows outside the scope, ignores fields without permission and keeps rows in scope', async () => {
    const { id } = await make({ salary: '9.00' });
    const adminOutOfScope = createStaffActor(7, standardPermissions('ticket'), { scope: [7] });
    expect((await catchFault(edit({ id, status: 0 }, adminOutOfScope))).code).toBe('row.missing');
    const clerk = createStaffActor(8, standardPermissions('ticket'));
    const written = await edit({ id, salary: '1.00', code: 'mine', nonsense: 1, currency: 'EUR' }, clerk);
    expect([...written.ignored].sort()).toEqual(['code', 'nonsense', 'salary']);
    expect('salary' in written.row).toBe(false);
    const reader = createStaffActor(8, ['ticket/index']);
    expect((await catchFault(edit({ id, status: 0 }, reader))).code).toBe('access.denied');
  });

  it('create: keeps unique values unique among rows that are not deleted, in any case, and frees them with the row', async () => {
    const subject = uniqueName('Straße');
    const first = await make({ subject });
    const fault = await catchFault(make({ subject: ` ${subject.toUpperCase().replace('STRASSE', 'STRAßE')} ` }));
    expect([fault.code, fault.fields?.[0]]).toEqual(['row.duplicate', { path: 'subject', code: 'taken' }]);
    await engine.writer.remove(engine.as(superAdmin), ticket(), [first.id]);
    const second = await make({ subject });
    expect((await catchFault(engine.writer.restore(engine.as(superAdmin), ticket(), [first.id]))).code).toBe(
      'row.duplicate',
    );
    await engine.writer.remove(engine.as(superAdmin), ticket(), [second.id]);
    await engine.writer.restore(engine.as(superAdmin), ticket(), [first.id]);
    expect((await engine.reader.get(engine.as(superAdmin), ticket(), first.id)).row['subject']).toBe(subject);
  });

  it('create: accepts one of many concurrent rows with the same unique value', async () => {
    const subject = uniqueName('race');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => make({ subject })));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason.code))).toEqual(Array.from({ length: 7 }, () => 'row.duplicate'));
  });

  // @spec P5-014 P5-015
  // @covers issue self_parent
  it('refuses references to missing rows and circles in a tree', async () => {
    const parent = await make();
    const child = await make({ parent: parent.id });
    const path = async (act: Promise<unknown>) => (await catchFault(act)).fields?.[0];
    expect(await path(make({ parent: 999_999 }))).toEqual({ path: 'parent', code: 'missing_row' });
    expect(await path(edit({ id: parent.id, parent: parent.id }))).toEqual({ path: 'parent', code: 'self_parent' });
    expect(await path(edit({ id: parent.id, parent: child.id }))).toEqual({ path: 'parent', code: 'child_parent' });
    expect((await catchFault(engine.writer.remove(engine.as(superAdmin), ticket(), [parent.id]))).code).toBe(
      'row.children',
    );
    const removal = await engine.writer.remove(engine.as(superAdmin), ticket(), [parent.id, child.id]);
    expect(removal.ids).toEqual([parent.id, child.id]);
  });

  it('never closes a circle by two concurrent moves', async () => {
    const [a, b] = [await make(), await make()];
    const parentEdits = [edit({ id: a.id, parent: b.id }), edit({ id: b.id, parent: a.id })];
    const results = await Promise.allSettled(parentEdits);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('remove: refuses rows with references and lists those', async () => {
    const name = uniqueName('cat').replace(' ', '-');
    const cat = await engine.writer.create(engine.as(superAdmin), category(), { name });
    const newRow = { title: 'Uses it', content: '<p>x</p>', cat_ids: [cat.id] };
    const item = await engine.writer.create(engine.as(superAdmin), news(), newRow);
    const fault = await catchFault(engine.writer.remove(engine.as(superAdmin), category(), [cat.id]));
    expect(fault.code).toBe('row.referenced');
    expect(fault.data?.['users']).toEqual([
      { entity: 'news', field: 'cat_ids', id: item.id, title: 'Uses it', to: cat.id },
    ]);
    const adminOutOfScope = createStaffActor(
      7,
      [...standardPermissions('news_category'), ...standardPermissions('news')],
      {
        scope: [7],
      },
    );
    const scopedFault = await catchFault(engine.writer.remove(engine.as(adminOutOfScope), category(), [cat.id]));
    expect(scopedFault.data?.['users']).toEqual([{ entity: 'news', field: 'cat_ids', id: 0, title: '', to: cat.id }]);
    expect(translateFault('en', scopedFault)).not.toContain('Uses it');
    const free = await engine.writer.create(engine.as(superAdmin), category(), {
      name: uniqueName('free').replace(' ', '-'),
    });
    const bulk = await catchFault(engine.writer.remove(engine.as(superAdmin), category(), [free.id, cat.id]));
    expect(translateFault('en', bulk)).toBe(`Can’t delete “${name}”. It’s used by News: Uses it (1 in total).`);
    await engine.writer.remove(engine.as(superAdmin), category(), [free.id]);
    await engine.writer.remove(engine.as(superAdmin), news(), [item.id]);
    await engine.writer.remove(engine.as(superAdmin), category(), [cat.id]);
  });

  // @spec P8-002
  // @covers fault bulk.too_many
  it('createMany: creates all rows or none and reports every issue by its index', async () => {
    const before = await last();
    const newRows = [{ subject: uniqueName('bulk') }, { subject: '' }, { subject: uniqueName('bulk'), amount: 'x' }];
    const fault = await catchFault(engine.writer.createMany(engine.as(superAdmin), ticket(), newRows));
    expect(fault.fields?.map(({ path }) => path)).toEqual(['list.1.subject', 'list.2.amount']);
    const equalSubjects = [{ subject: 'Twin' }, { subject: ' twin' }];
    const duplicate = await catchFault(engine.writer.createMany(engine.as(superAdmin), ticket(), equalSubjects));
    expect([duplicate.code, duplicate.fields?.[0]?.path]).toEqual(['row.duplicate', 'list.1.subject']);
    expect(await last()).toBe(before);
    const manyRows = Array.from({ length: 500 }, () => ({ subject: uniqueName('bulk') }));
    const { rows, cid } = await engine.writer.createMany(engine.as(superAdmin), ticket(), manyRows);
    const logged = (await engine.log(before)).filter((change) => change.entityName === 'ticket');
    expect([rows.length, logged.length, new Set(logged.map((change) => change.cid))]).toEqual([
      500,
      500,
      new Set([cid]),
    ]);
    const tooMany = engine.writer.createMany(engine.as(superAdmin), ticket(), [...manyRows, { subject: 'x' }]);
    expect((await catchFault(tooMany)).code).toBe('bulk.too_many');
  });

  it('remove: removes all or none, but skips and lists rows that others changed', async () => {
    const [a, b] = [await make(), await make()];
    expect((await catchFault(engine.writer.remove(engine.as(superAdmin), ticket(), [a.id, 999_999]))).code).toBe(
      'row.missing',
    );
    await edit({ id: b.id, currency: 'USD' });
    const revisions = { [a.id]: 1, [b.id]: 1 };
    const removal = await engine.writer.remove(engine.as(superAdmin), ticket(), [a.id, b.id, a.id], { revisions });
    expect(removal).toMatchObject({ ids: [a.id], skipped: [{ id: b.id, revision: 2 }] });
  });

  it('remove: skips and lists rows deleted meanwhile; an id without a revision refuses all', async () => {
    const [a, b, c, theirs] = [await make(), await make(), await make(), await make()];
    await engine.writer.remove(engine.as(superAdminActor(2)), ticket(), [b.id, c.id]);
    await engine.writer.purge(engine.as(superAdminActor(2)), ticket(), [c.id]);
    const revisions = { [a.id]: 1, [b.id]: 1, [c.id]: 1 };
    const scoped = createStaffActor(9, standardPermissions('ticket'), { scope: [9] });
    const all = [a.id, b.id, c.id];
    const removeOne = engine.writer.remove(engine.as(superAdmin), ticket(), [b.id], { revisions });
    expect((await catchFault(removeOne)).code).toBe('row.missing');
    const removeUnknown = engine.writer.remove(engine.as(superAdmin), ticket(), [...all, 999_999], { revisions });
    expect((await catchFault(removeUnknown)).code).toBe('row.missing');
    const removeWithoutRevisions = engine.writer.remove(engine.as(superAdmin), ticket(), all);
    expect((await catchFault(removeWithoutRevisions)).code).toBe('row.missing');
    const removal = await engine.writer.remove(engine.as(superAdmin), ticket(), all, { revisions });
    const named = [b, c].map(({ id }) => ({ id, revision: 1, gone: true }));
    expect(removal).toMatchObject({ ids: [a.id], skipped: named });
    // an invisible row gets the same response as one that never existed
    const guessedIds = { [theirs.id]: 1, 999_998: 1 };
    const foreign = await engine.writer.remove(engine.as(scoped), ticket(), [theirs.id, 999_998], {
      revisions: guessedIds,
    });
    expect(foreign.ids).toEqual([]);
    expect(foreign.skipped).toEqual([theirs.id, 999_998].map((id) => ({ id, revision: 1, gone: true })));
    expect((await engine.reader.get(engine.as(superAdmin), ticket(), theirs.id)).row).toMatchObject({ revision: 1 });
  });

  // @case T7.18
  it('remove: refuses all when the actor may read but not remove one of them', async () => {
    const [a, b] = [await make(), await make()];
    const reader = createStaffActor(9, ['ticket/index']);
    const revisions = { [a.id]: 1, [b.id]: 1 };
    const refused = engine.writer.remove(engine.as(reader), ticket(), [a.id, b.id], { revisions });
    expect((await catchFault(refused)).code).toBe('access.denied');
  });

  it('purge: accepts only rows of the recycle bin', async () => {
    const { id } = await make();
    expect((await catchFault(engine.writer.purge(engine.as(superAdmin), ticket(), [id]))).code).toBe('row.missing');
    await engine.writer.remove(engine.as(superAdmin), ticket(), [id]);
    await engine.writer.purge(engine.as(superAdmin), ticket(), [id]);
    const change = (await engine.log()).filter((logged) => logged.entityName === 'ticket').at(-1);
    expect(change).toMatchObject({ op: 'x', rowId: id, image: null, revision: 3 });
  });

  it('stores the full history, and no secret in history, change log or audit log', async () => {
    const before = await last();
    const people = engine.entity('admin');
    const ctx = engine.as(superAdmin, { idempotencyKey: 'secret-1' });
    const newRow = { username: 'carl_3', nickname: 'Carl', password: 'Pa55-one', group_arr: [1] };
    const { id } = await engine.writer.create(ctx, people, newRow);
    await engine.writer.update(engine.as(superAdmin), people, {
      id,
      password: 'Pa55-two',
      motto: 'Hello',
      mobile: '13800138000',
    });
    const dump = async (table: string) => JSON.stringify(await engine.services.db.rows(`SELECT * FROM ${table}`));
    const logDump = (await Promise.all(['change_log', 'record_history', 'mutation_log', 'admin_log'].map(dump))).join();
    expect(logDump).not.toContain('Pa55');
    expect(logDump).not.toContain('$test$');
    const [stored] = await engine.services.db.rows<{ password: string }>('SELECT password FROM admin WHERE id = ?', [
      id,
    ]);
    expect(stored?.password).toMatch(/^\$test\$/);
    const [, edited] = await engine.services.db.rows<{
      diff: string;
      actor: string;
      channel: string;
      revision: number;
    }>('SELECT * FROM record_history WHERE ent = ? AND eid = ? ORDER BY seq', ['admin', id]);
    expect(edited).toMatchObject({ actor: 'admin:1', channel: 'ui', revision: 2 });
    expect(JSON.parse(edited?.diff ?? '')).toEqual({ motto: [null, 'Hello'], mobile: [null, '13800138000'] });
    const auditRows = (await engine.log(before)).filter((change) => change.entityName === 'admin_log');
    expect(auditRows.at(-1)?.image).toMatchObject({
      admin_id: 1,
      username: 'Admin 1',
      title: 'Admin · Edit',
      ip: '203.0.113.7',
      data: { ids: [id], data: { password: '••••', mobile: '••••', motto: 'Hello' } },
    });
  });

  it('logs long texts as their hash and stores them in the history', async () => {
    const content = `<p>${'long '.repeat(50)}</p>`;
    const { id } = await engine.writer.create(engine.as(superAdmin), news(), { title: 'Long', content });
    const change = (await engine.log()).filter(({ entityName }) => entityName === 'news').at(-1);
    expect(change?.image?.['content']).toEqual({ h: expect.stringMatching(/^[0-9a-f]{64}$/), n: content.length });
    const [history] = await engine.services.db.rows<{ diff: string }>(
      'SELECT diff FROM record_history WHERE ent = ? AND eid = ?',
      ['news', id],
    );
    expect(JSON.parse(history?.diff ?? '')).toMatchObject({ content: [null, content] });
    const list = await engine.reader.list(engine.as(superAdmin), news(), listQuery(news()));
    expect(list.list.some((row) => 'content' in row)).toBe(false);
    expect((await engine.reader.get(engine.as(superAdmin), news(), id)).row['content']).toBe(content);
  });

  it('create: sets the creator as owner and notifies the live channel once', async () => {
    const before = engine.wakeUps();
    const written = await engine.writer.create(engine.as(superAdmin), news(), { title: 'Mine', content: 'x' });
    expect([written.row['admin_id'], engine.wakeUps() - before]).toEqual([1, 1]);
  });

  it('inTransaction: rolls back all writes when one is refused', async () => {
    const before = await last();
    const transaction = engine.writer.inTransaction(engine.as(superAdmin), async (w) => {
      await w.create(ticket(), { subject: uniqueName('half') });
      await w.update(ticket(), { id: 999_999, status: 0 });
    });
    expect((await catchFault(transaction)).code).toBe('row.missing');
    expect(await last()).toBe(before);
  });

  it('stores all values of rows in the history, from their creation to now', async () => {
    type HistoryRow = { ent: string; eid: number; revision: number; diff: string };
    const historyRows = await engine.services.db.rows<HistoryRow>(
      'SELECT ent, eid, revision, diff FROM record_history ORDER BY seq',
    );
    const rebuilt = new Map<string, Record<string, Json>>();
    for (const { ent, eid, revision, diff } of historyRows) {
      const row = rebuilt.get(`${ent} ${eid}`) ?? {};
      const changes = JSON.parse(diff) as Record<string, readonly [Json, Json]>;
      for (const [field, [before, after]] of Object.entries(changes)) {
        expect([ent, eid, revision, field, row[field] ?? null]).toEqual([ent, eid, revision, field, before]);
        row[field] = after;
      }
      rebuilt.set(`${ent} ${eid}`, row);
    }
    for (const entity of [news(), ticket(), category(), engine.entity('admin'), engine.entity('admin_group')]) {
      const columns = [...getColumns(entity).values()].filter((column) => column.sensitivity !== 'secret');
      const fields = columns
        .map(({ name }) => name)
        .filter((name) => !['id', 'revision', 'create_time', 'update_time'].includes(name));
      const stored = await engine.services.db.rows<object>(`SELECT * FROM ${entity.name}`);
      for (const row of stored.map((raw) => decodeRow(entity, raw))) {
        const history = rebuilt.get(`${entity.name} ${Number(row['id'])}`) ?? {};
        expect(fields.map((field) => history[field] ?? null)).toEqual(fields.map((field) => row[field] ?? null));
      }
    }
  });
});
