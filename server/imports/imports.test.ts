/**
 * Imports: fields, checks that change nothing, rows by key, undo, permissions, errors, cancelling, and a runner that ends in the middle.
 */
import { unlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportError, ImportPreview } from '../../common/protocol/dataImport';
import { createJobRunner } from '../modules/jobs/jobRunner';
import { limitedAdmin, superAdmin, type Body, type Caller } from '../testing/callers';
import { sampleDialects } from '../testing/sampleDialects';
import { startTestServer, type TestServer } from '../testing/testServer';
import { writeXlsx } from '../testing/writeXlsx';

const OPTIONS = { clearEmpty: false, dayFirst: false };
const NEWS = ['news/index', 'news/add', 'news/edit'];

describe.each(sampleDialects())('imports on %s', (database) => {
  let server: TestServer;
  let admin: Caller;
  let editor: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database });
    admin = await superAdmin(server);
    editor = await limitedAdmin(server, [...NEWS, 'news_category/index'], 'all');
  });
  afterAll(() => server.close());

  const send = (caller: Caller, entity: string, content: string | Uint8Array, name = 'rows.csv') =>
    caller.send('POST', `/admin/data_import/upload?${String(new URLSearchParams({ entity, name }))}`, {
      body: typeof content === 'string' ? content : new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const upload = async (caller: Caller, entity: string, content: string | Uint8Array): Promise<ImportPreview> => {
    const { code, msg, data } = await send(caller, entity, content);
    expect(code === 1 ? '' : msg).toBe('');
    return data;
  };
  const post = (caller: Caller, action: string, body: Body) => caller.post(`/admin/data_import/${action}`, body);
  const read = async (caller: Caller, id: number) =>
    (await caller.get('/admin/data_import/edit', { id: String(id) })).data.row;
  const check = async (caller: Caller, preview: ImportPreview, choices: Body = {}) => {
    const { id, mapping, mode, key } = preview;
    const response = await post(caller, 'check', { id, mapping, mode, key, options: OPTIONS, ...choices });
    expect(response.code === 1 ? '' : response.msg).toBe('');
    await server.jobs.settled();
    return read(caller, id);
  };
  const start = async (caller: Caller, id: number) => {
    const response = await post(caller, 'start', { id });
    expect(response.code === 1 ? '' : response.msg).toBe('');
    await server.jobs.settled();
    return read(caller, id);
  };
  const errors = async (caller: Caller, id: number): Promise<readonly ImportError[]> =>
    (await caller.get('/admin/data_import/errors', { id: String(id) })).data.list;
  const getRows = (entity: string, where = '1 = 1') =>
    server.services.db.rows<Record<string, string | number | null>>(
      `SELECT * FROM \`${entity}\` WHERE delete_time IS NULL AND ${where} ORDER BY id`,
    );
  const everything = async () => {
    const queries = ['news', 'news_category', "record_history WHERE ent LIKE 'news%'"].map(
      (table) => `SELECT * FROM ${table}`,
    );
    return JSON.stringify(await Promise.all(queries.map((query) => server.services.db.rows(query))));
  };
  const category = async (name: string) => (await admin.post('/admin/news_category/add', { name })).data.id as number;

  it('guesses fields, checks without changing anything, and imports the good rows', async () => {
    const [first, second] = [await category('Company'), await category('Products')];
    const preview = await upload(
      editor,
      'news',
      'Title,新闻内容,cat_ids,Status,Other\n' +
        `Good,<p>one</p>,Company; #${second},Shown,x\n` +
        '=1+1,<p>two</p>,products,显示,\n' +
        ',<p>no title</p>,,,\n' +
        'Lost,<p>three</p>,Nowhere,maybe,\n' +
        'Late,<p>four</p>,,maybe,\n',
    );
    const content = preview.fields.findIndex(({ name }) => name === 'content');
    expect(content).toBeGreaterThan(-1);
    const mapping = ['title', 'content', 'cat_ids', 'status', null];
    expect([preview.mapping[0], preview.mapping[2], preview.mapping[3], preview.mapping[4]]).toEqual([
      ...['title', 'cat_ids', 'status', null],
    ]);
    const before = await everything();
    const checked = await check(editor, preview, { mapping });
    expect(checked).toMatchObject({ status: 'checked', total: 5, created: 2, refused: 3 });
    expect(await everything()).toBe(before);
    expect((await errors(editor, preview.id)).map(({ row, field, value }) => [row, field, value])).toEqual([
      [4, 'title', ''],
      [5, 'cat_ids', 'Nowhere'],
      [6, 'status', 'maybe'],
    ]);
    expect((await errors(editor, preview.id)).at(-1)?.msg).toBe('Choose Hidden or Shown');
    const file = await editor.send('GET', `/admin/data_import/errorFile?id=${preview.id}`);
    expect(file.text).toContain('Row,Field,Value,Error\r\n');
    expect(file.text).toContain('Nowhere,No record has this title or ID');
    const finishedImport = await start(editor, preview.id);
    expect(finishedImport).toMatchObject({ status: 'success', done: 5, created: 2, refused: 3 });
    const stored = await getRows('news', `id BETWEEN ${finishedImport.first_id} AND ${finishedImport.last_id}`);
    expect(stored.map(({ title, cat_ids: ids, status }) => [title, JSON.parse(String(ids)), Number(status)])).toEqual([
      ['Good', [first, second], 1],
      ['=1+1', [second], 1],
    ]);
    expect((await errors(editor, preview.id)).map(({ row }) => row)).toEqual([4, 5, 6]);
    // The next file with these headings gets the same fields.
    const next = await upload(editor, 'news', 'Other,新闻内容,Title\na,b,c\n');
    expect(next.mapping).toEqual([null, 'content', 'title']);
  });

  // @covers fault import.key
  it('updates and adds by a key, reports the last row first, and keeps values of empty cells', async () => {
    await category('Key one');
    const preview = await upload(admin, 'news_category', 'Name,Status\nKEY ONE,Disabled\nKey two,Disabled\nKey two,\n');
    expect(
      (
        await post(admin, 'check', {
          id: preview.id,
          mapping: ['name', 'status'],
          mode: 'both',
          key: 'status',
          options: OPTIONS,
        })
      ).msg,
    ).toMatch(/^To update/);
    const checked = await check(admin, preview, { mode: 'both', key: 'name' });
    expect(checked).toMatchObject({ status: 'checked', created: 1, refused: 0 });
    const finishedImport = await start(admin, preview.id);
    expect(finishedImport).toMatchObject({ status: 'success', created: 1, refused: 0 });
    expect(
      (await getRows('news_category', "name LIKE 'Key%'")).map(({ name, status }) => [name, Number(status)]),
    ).toEqual([
      ['Key one', 0],
      ['Key two', 0],
    ]);
    const missing = await upload(admin, 'news_category', 'Name,Status\nNobody,Enabled\n');
    expect(await check(admin, missing, { mode: 'update', key: 'name' })).toMatchObject({ updated: 0, refused: 1 });
  });

  it('refuses a unique value that the file repeats, within a batch and across batches', async () => {
    const letters = (at: number) => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
    const names = Array.from({ length: 450 }, (_, index) => `Unique ${letters(index % 430)}`);
    const preview = await upload(admin, 'news_category', `name\n${names.join('\n')}\n`);
    expect(await check(admin, preview, { mode: 'create', key: '' })).toMatchObject({
      total: 450,
      created: 430,
      refused: 20,
    });
    expect((await errors(admin, preview.id))[0]).toMatchObject({ row: 432, field: 'name', value: 'Unique aa' });
  });

  it('trees: parents by title, also those of the same file', async () => {
    const rows = [
      ['Name', 'pid'],
      ['Import root', ''],
      ['Import child', 'Import root'],
      ['Import leaf', 'import child'],
    ];
    const preview = await upload(admin, 'admin_group', writeXlsx(rows));
    const choices = { mapping: ['name', 'pid'] };
    expect(await check(admin, preview, choices)).toMatchObject({ status: 'checked', created: 3, refused: 0 });
    expect(await start(admin, preview.id)).toMatchObject({ created: 3 });
    const stored = await getRows('admin_group', "name LIKE 'Import %'");
    expect(stored.map(({ pid }) => pid)).toEqual([null, stored[0]?.['id'], stored[1]?.['id']]);
  });

  it('one undo reverts the whole import, except rows that others changed since', async () => {
    const text = Array.from({ length: 450 }, (_, index) => `Undo ${index},<p>x</p>`).join('\n');
    const preview = await upload(admin, 'news', `title,content\n${text}\n`);
    await check(admin, preview);
    const finishedImport = await start(admin, preview.id);
    expect(finishedImport).toMatchObject({ created: 450 });
    const cids = await server.services.db.rows('SELECT DISTINCT cid FROM record_history WHERE cid = ?', [
      finishedImport.cid,
    ]);
    expect(cids).toHaveLength(1);
    await editor.post('/admin/news/edit', { id: finishedImport.first_id, title: 'Changed since' });
    expect((await post(admin, 'undo', { id: preview.id })).code).toBe(1);
    await server.jobs.settled();
    expect(await read(admin, preview.id)).toMatchObject({ status: 'undone' });
    expect(
      (await getRows('news', `id BETWEEN ${finishedImport.first_id} AND ${finishedImport.last_id}`)).map(
        ({ title }) => title,
      ),
    ).toEqual(['Changed since']);
    expect((await post(admin, 'undo', { id: preview.id })).msg).toMatch(/^This isn’t possible in the import’s/);
  });

  it('undoes updates: the old values are back', async () => {
    const id = await category('Before');
    const preview = await upload(admin, 'news_category', `ID,Name\n${id},After\n`);
    expect(preview.mapping).toEqual(['id', 'name']);
    expect(await check(admin, preview, { mode: 'update', key: 'id' })).toMatchObject({ updated: 1, refused: 0 });
    await start(admin, preview.id);
    expect((await getRows('news_category', `id = ${id}`))[0]).toMatchObject({ name: 'After' });
    await post(admin, 'undo', { id: preview.id });
    await server.jobs.settled();
    expect((await getRows('news_category', `id = ${id}`))[0]).toMatchObject({ name: 'Before' });
  });

  // @covers fault import.column_denied
  // @covers fault import.mapping
  // @covers fault import.unchecked
  // @covers fault import.empty
  // @covers fault import.state
  it('needs the permissions of single writes, and files belong to their admin', async () => {
    const reader = await limitedAdmin(server, ['news/index'], 'all');
    expect((await send(reader, 'news', 'title\na\n')).status).toBe(403);
    expect((await send(editor, 'nothing', 'title\na\n')).status).toBe(403);
    expect((await send(admin, 'user_money_log', 'memo\na\n')).status).toBe(403);
    expect((await send(editor, 'news', 'title\n')).msg).toMatch(/^The file has no rows/);
    const preview = await upload(editor, 'news', 'title,admin_id\na,1\n');
    expect(preview.fields.map(({ name }) => name)).not.toContain('admin_id');
    const body = { id: preview.id, mode: 'create', key: '', options: OPTIONS };
    const refusals = [
      await post(editor, 'check', { ...body, mapping: ['title', 'admin_id'] }),
      await post(editor, 'check', { ...body, mapping: [null, null] }),
      await post(editor, 'check', { ...body, mapping: ['title', 'title'] }),
      await post(editor, 'start', { id: preview.id }),
      await post(editor, 'undo', { id: preview.id }),
    ];
    expect(refusals.map(({ code, msg }) => [code, msg.slice(0, 20)])).toEqual([
      [0, 'You can’t edit the f'],
      [0, 'Choose a field for a'],
      [0, 'Choose a field for a'],
      [0, 'Check the file befor'],
      [0, 'This isn’t possible '],
    ]);
    for (const action of ['check', 'start', 'cancel', 'undo'])
      expect(
        (
          await post(admin, action, {
            ...(action === 'check' ? { ...body, mapping: ['title', null] } : { id: preview.id }),
          })
        ).status,
      ).toBe(404);
    expect((await admin.get('/admin/data_import/errors', { id: String(preview.id) })).status).toBe(404);
    expect((await admin.get('/admin/data_import/index')).data.list.map(({ id }: { id: number }) => id)).not.toContain(
      preview.id,
    );
    const adder = await limitedAdmin(server, ['news/index', 'news/add'], 'all');
    const own = await upload(adder, 'news', 'id,title\n1,a\n');
    expect(own.can).toEqual({ create: true, update: false });
    expect(
      (await post(adder, 'check', { ...body, id: own.id, mapping: ['id', 'title'], mode: 'update', key: 'id' })).status,
    ).toBe(403);
  });

  it('open lists follow an import in few frames', async () => {
    const before = (await admin.get('/admin/news/index', { limit: '1' })).data.total;
    const preview = await upload(admin, 'news', `title,content\n${'Live,<p>x</p>\n'.repeat(300)}`);
    await check(admin, preview);
    await start(admin, preview.id);
    expect((await admin.get('/admin/news/index', { limit: '1' })).data.total).toBe(Number(before) + 300);
  });

  describe('interrupted', () => {
    const failAt = (point: string) => {
      const failpoints = server.services.env.failpoints as string[];
      failpoints.push(point);
      return () => failpoints.splice(0, failpoints.length);
    };
    const prepare = async (mark: string) => {
      const text = Array.from({ length: 500 }, (_, index) => `${mark} ${index},<p>x</p>`).join('\n');
      const preview = await upload(admin, 'news', `title,content\n${text}\n`);
      await check(admin, preview);
      return preview.id;
    };
    const loadCount = async (mark: string) => (await getRows('news', `title LIKE '${mark} %'`)).length;

    it('a failure reverts the written rows', async () => {
      const id = await prepare('Fails');
      const removeFailpoint = failAt('import.after_batch:throw');
      const failed = await start(admin, id);
      removeFailpoint();
      expect([failed.status, await loadCount('Fails')]).toEqual(['failed', 0]);
    });

    // @covers fault import.busy
    it('one import of a person runs at a time, and cancelling undoes it', async () => {
      const id = await prepare('Cancelled');
      const other = await upload(admin, 'news', 'title,content\nx,y\n');
      const removeFailpoint = failAt('import.after_batch:sleep-400');
      await post(admin, 'start', { id });
      const body = { id: other.id, mapping: other.mapping, mode: 'create', key: '', options: OPTIONS };
      expect((await post(admin, 'check', body)).msg).toMatch(/^You already have an import running/);
      expect((await post(admin, 'cancel', { id })).code).toBe(1);
      await server.jobs.settled();
      removeFailpoint();
      const ended = await read(admin, id);
      expect([ended.status, await loadCount('Cancelled')]).toEqual(['cancelled', 0]);
    });

    const runningImports = async () => (await getRows('job', "kind = 'import_rows' AND status = 'running'")).length;
    it('a runner that lost the job within a batch has stored it whole, or stores nothing of it', async () => {
      const id = await prepare('Fenced');
      // The first runner takes nothing back from a node that is alive.
      const { db } = server.services;
      const deadline = Date.now() + 600_000;
      await db.transact((tx) =>
        tx.run("INSERT INTO node (id, started_at, seen_at) VALUES ('second', ?, ?)", [deadline, deadline]),
      );
      const removeFailpoint = failAt('import.in_batch:sleep-2000');
      await post(admin, 'start', { id });
      for (let wait = 0; wait < 200 && (await runningImports()) === 0; wait += 1)
        await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => setTimeout(done, 600));
      removeFailpoint();
      expect(await loadCount('Fenced')).toBe(0);
      const second = createJobRunner({
        services: server.services,
        writer: server.writer,
        kinds: server.jobKinds,
        nodes: { id: 'second', alive: () => ['second'] },
      });
      second.wake();
      await Promise.all([second.settled(), server.jobs.settled()]);
      expect([(await read(admin, id)).created, await loadCount('Fenced')]).toEqual([500, 500]);
      const titles = (await getRows('news', "title LIKE 'Fenced %'")).map((row) => row['title']);
      expect(new Set(titles).size).toBe(500);
      await second.close();
      await db.transact((tx) => tx.run("DELETE FROM node WHERE id = 'second'"));
    });

    // @covers fault import.gone
    it('another runner continues after the last row of the first one, and writes each row once', async () => {
      const id = await prepare('Resumed');
      const removeFailpoint = failAt('import.after_batch:sleep-1500');
      await post(admin, 'start', { id });
      for (let wait = 0; wait < 1_500 && (await loadCount('Resumed')) === 0; wait += 1)
        await new Promise((done) => setTimeout(done, 20));
      const written = await loadCount('Resumed');
      expect(written).toBe(200);
      removeFailpoint();
      const second = createJobRunner({
        services: server.services,
        writer: server.writer,
        kinds: server.jobKinds,
        nodes: { id: 'second', alive: () => ['second'] },
      });
      second.wake();
      await second.settled();
      await server.jobs.settled();
      expect([(await read(admin, id)).created, await loadCount('Resumed')]).toEqual([500, 500]);
      const deletedImport = await prepare('Gone');
      const { file } = (await getRows('data_import', `id = ${deletedImport}`))[0] ?? {};
      await unlink(`${server.services.env.dataDir}/imports/${String(file)}`);
      expect((await post(admin, 'start', { id: deletedImport })).msg).toMatch(/^The file is no longer/);
      await second.close();
    });
  });
});
