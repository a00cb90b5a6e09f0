/** Stored values that a changed field does not allow: the preview counts them, and the design is refused. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { superAdmin, type Caller } from '../../testing/callers';
import { openTestDesign, type TestDesign } from '../../testing/designed/testDesign';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';

const choice = (name: string, value: number) => ({ name, value, en: name, zh: `${name}文` });
const LEVELS = [choice('low', 1), choice('high', 2)];

describe.each(testDialects())('unfit stored values on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let design: TestDesign;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    design = await openTestDesign(server, admin, 'parcel');
    await design.addField('note', 'text', { in_list: 0, max: 200 });
    await design.addField('pin', 'text', { in_list: 0, max: 200, sensitivity: 'restricted' });
    await design.addField('cents', 'integer', { sensitivity: 'internal' });
    await design.addField('level', 'choice', { choices: LEVELS });
    await design.addField('handler_id', 'ref', { target: 'admin' });
    await design.addField('sign', 'password', { in_list: 0 });
    expect(await design.apply()).toEqual(['success', '']);
    for (const row of [
      { note: '12abc', pin: '1234', cents: 70_000, level: 2, handler_id: admin.id, sign: 'secret-123' },
      { note: '<b onclick=x>a</b>', cents: 0, level: 1 },
      {},
    ])
      expect((await admin.post('/admin/parcel/add', { name: 'One', ...row })).code).toBe(1);
  });
  afterAll(() => server.close());

  /** The problems while a field has other properties. */
  const problemsWith = async (name: string, values: object, restored: object) => {
    await design.editField(name, values);
    const problems = await design.problems();
    if (problems.length > 0)
      expect((await admin.post('/admin/crud_design/apply', { id: design.id, confirm: 'parcel' })).code).toBe(0);
    await design.editField(name, restored);
    return problems;
  };
  const unfit = (field: string, property: string, count: number, example?: string) => [
    {
      code: example === undefined ? 'values_unfit_unnamed' : 'values_unfit',
      params: { count, ...(example === undefined ? {} : { example }) },
      field,
      property,
    },
  ];

  it.each(['array', 'json', 'key_values', 'date', 'time', 'color', 'image'])('a text as %s', async (kind) => {
    const restored = { kind: 'text', max: 200 };
    expect(await problemsWith('note', { kind, max: null }, restored)).toEqual(unfit('note', 'kind', 2, '12abc'));
  });

  it.each(['refs', 'choices'])('a text as %s', async (kind) => {
    const values = { kind, max: null, ...(kind === 'refs' ? { target: 'admin' } : { choices: LEVELS }) };
    const restored = { kind: 'text', max: 200, target: '', choices: null };
    expect(await problemsWith('note', values, restored)).toEqual(unfit('note', 'kind', 2, '12abc'));
  });

  it('a text as rich text: one with unsafe markup', async () => {
    const restored = { kind: 'text', max: 200 };
    expect(await problemsWith('note', { kind: 'rich_text', max: null }, restored)).toEqual(
      unfit('note', 'kind', 1, '<b onclick=x>a</b>'),
    );
  });

  it('a restricted text: without an example', async () => {
    expect(await problemsWith('pin', { kind: 'date', max: null }, { kind: 'text', max: 200 })).toEqual(
      unfit('pin', 'kind', 1),
    );
  });

  it('a whole number as an amount, a password as a text and a text as a password', async () => {
    expect(
      await problemsWith('cents', { kind: 'money', sensitivity: null }, { kind: 'integer', sensitivity: 'internal' }),
    ).toEqual(unfit('cents', 'kind', 1));
    for (const kind of ['text', 'rich_text'])
      expect(await problemsWith('sign', { kind }, { kind: 'password' })).toEqual([
        { code: 'password_kind', field: 'sign', property: 'kind' },
      ]);
    expect(await problemsWith('note', { kind: 'password', max: null }, { kind: 'text', max: 200 })).toEqual(
      unfit('note', 'kind', 2),
    );
  });

  it('a password as a text, although no record has one: a record can get one before the change is made', async () => {
    await server.services.db.transact((tx) => tx.run('UPDATE parcel SET sign = NULL'));
    expect(await problemsWith('sign', { kind: 'text' }, { kind: 'password' })).toEqual([
      { code: 'password_kind', field: 'sign', property: 'kind' },
    ]);
  });

  it('a choice that records have is removed, a maximum is lower, a pattern is new', async () => {
    expect(await problemsWith('level', { choices: [LEVELS[0]] }, { choices: LEVELS })).toEqual(
      unfit('level', 'choices', 1, '2'),
    );
    expect(await problemsWith('cents', { max: 1000 }, { max: null })).toEqual(unfit('cents', 'max', 1, '70000'));
    expect(await problemsWith('note', { pattern: 'email' }, { pattern: '' })).toEqual(
      unfit('note', 'pattern', 2, '12abc'),
    );
  });

  it('a reference to another entity that lacks the row', async () => {
    expect(await problemsWith('handler_id', { target: 'news' }, { target: 'admin' })).toEqual(
      unfit('handler_id', 'target', 1, String(admin.id)),
    );
  });

  it('what fits is accepted: a wider choice, a wider limit, a number as a float', async () => {
    await design.editField('level', { choices: [...LEVELS, choice('top', 3)] });
    await design.editField('cents', { kind: 'float', max: 70_000 });
    expect(await design.problems()).toEqual([]);
    expect(await design.apply()).toEqual(['success', '']);
  });

  it('a stored text that is not JSON reads as nothing', async () => {
    await design.addField('tags', 'array');
    expect(await design.apply()).toEqual(['success', '']);
    await server.services.db.transact((tx) => tx.run("UPDATE parcel SET tags = 'broken'"));
    const { code, data } = await admin.get('/admin/parcel/index');
    expect([code, data.list[0].tags ?? null]).toEqual([1, null]);
    expect((await admin.post('/admin/parcel/edit', { id: data.list[0].id, name: 'Two' })).code).toBe(1);
  });
});
