/** A backup is restored exactly, on both databases and from one to the other; whatever cannot be restored is refused before anything is written. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { entities } from '../../../common/entities/index';
import { createRegistry } from '../../../common/entity/registry';
import { readEnv } from '../../../config/env';
import type { Db } from '../../context';
import { DESIGNER_JOBS } from '../../designer/designerJobs';
import { auditLog } from '../../hooks/audit/auditLog';
import type { TableShape } from '../../engine/schema/tableShape';
import { openDb } from '../../platform/database/openDb';
import { quoteIdentifier } from '../../platform/database/sql';
import { createLog } from '../../platform/log';
import { systemClock } from '../../platform/systemClock';
import { member, superAdmin, type Caller } from '../../testing/callers';
import { changeInput, complaint } from '../../testing/designed/designedComplaint';
import { loadFactor } from '../../testing/loadFactor';
import { createMariadbDatabase } from '../../testing/database/mariadbDatabase';
import { startTestServer, testDialects, type TestServer } from '../../testing/testServer';
import { backUp, verifyBackup } from '../backup';
import { migrations } from '../migrations/table';
import { introspectSchema } from '../schema/introspect';
import { verifyAll } from '../verify/verifyAll';
import { restoreBackup } from './restoreBackup';
import { markRestore } from './restoreMark';

type Dialect = Db['dialect'];
type Row = Readonly<Record<string, unknown>>;

const log = createLog({ level: 'silent' });
/** Line feeds of Unicode, quotes of both databases, and a character beyond U+FFFF. */
const NOTE = 'a\u2028b\u2029 \\\' " ` 😀 é';

/** An empty database with a data folder. */
async function createTarget(dialect: Dialect, files?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-restore-'));
  const made = dialect === 'mariadb' ? await createMariadbDatabase() : undefined;
  if (files !== undefined)
    cpSync(files, dataDir, { recursive: true, filter: (path) => !basename(path).includes('.sqlite') });
  const env = { DATA_DIR: dataDir, ...(made && { DATABASE_URL: made.url }) };
  const db = await openDb({ database: readEnv(env).database, log });
  const remove = async () => {
    await db.close();
    await made?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { db, env, remove };
}

/** A backup with the rows that it must contain: repeated while work in the background changes rows. */
async function backUpUnchanged(db: Db, folder: string) {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const before = await readTables(db);
    const { file } = await backUp(db, folder, db.dialect);
    if (isDeepStrictEqual(before, await readTables(db))) return { file, before };
  }
  throw new Error('the database does not come to rest');
}

const registry = createRegistry(entities);
const restore = (db: Db, file: string) => restoreBackup({ db, clock: systemClock, registry, migrations }, file);
const tableNames = async (db: Db) => (await introspectSchema(db, db.dialect)).map(({ name }) => name);
/** All rows of each table by its name. */
async function readTables(db: Db): Promise<Readonly<Record<string, readonly Row[]>>> {
  const schema = await introspectSchema(db, db.dialect);
  const rows = await Promise.all(
    schema.map(({ name, primary }) =>
      db.rows<Row>(`SELECT * FROM ${quoteIdentifier(name)} ORDER BY ${quoteIdentifier(primary)}`),
    ),
  );
  return Object.fromEntries(schema.map(({ name }, index) => [name, (rows[index] ?? []).map((row) => ({ ...row }))]));
}

describe.each(testDialects())('a backup of %s', (source) => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-backups-'));
  let server: TestServer;
  let before: Awaited<ReturnType<typeof readTables>>;
  let file: string;
  let deletedId: number;

  beforeAll(async () => {
    server = await startTestServer({ database: source, seed: 'demo' });
    const admin = await superAdmin(server);
    const input = JSON.parse(JSON.stringify(changeInput({ from: null, to: complaint })));
    await server.jobs.enqueue({ kind: DESIGNER_JOBS.apply, subject: 'complaint', input, adminId: admin.id });
    await server.jobs.settled();
    const add = async (subject: string) => Number((await admin.post('/admin/complaint/add', { subject })).data.id);
    const keptId = await add('Kept');
    deletedId = await add('Gone');
    await server.services.db.transact(async (tx) => {
      await tx.run('UPDATE complaint SET note = ? WHERE id = ?', [NOTE, keptId]);
      await tx.run('DELETE FROM complaint WHERE id = ?', [deletedId]);
    });
    await book(admin, (await member(server)).id, '12.34');
    await server.live.metrics()?.store();
    ({ file, before } = await backUpUnchanged(server.services.db, folder));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const book = async (admin: Caller, userId: number, money: string) =>
    expect((await admin.post('/admin/user_money_log/add', { user_id: userId, money, memo: 'Moved' })).code).toBe(1);

  it.each(testDialects())('restored into %s: the same schema and rows, all checks hold, and it serves', async (to) => {
    const target = await createTarget(to, server.env.dataDir);
    try {
      const { rows } = await restore(target.db, file);
      expect(rows).toBeGreaterThan(1000);
      const [from, restored] = [server.services.db, target.db];
      expect(await introspectSchema(restored, to)).toEqual(await introspectSchema(from, source));
      expectSameRows(before, await readTables(restored), source === to);
      await expectServes(target.env, to);
    } finally {
      await target.remove();
    }
  });

  /** Starts the product on the restored database and writes. */
  async function expectServes(env: Readonly<Record<string, string>>, database: Dialect): Promise<void> {
    const restored = await startTestServer({ database: 'sqlite', env, isSecondNode: true });
    try {
      const { db, registry } = restored.services;
      expect(db.dialect).toBe(database);
      const scope = { db, registry, dataDir: restored.env.dataDir, keys: restored.services.env.appKeys };
      expect((await verifyAll({ ...scope, auditLogEntity: auditLog.entity })).findings).toEqual([]);
      const admin = await superAdmin(restored);
      const { data } = await admin.post('/admin/complaint/add', { subject: 'After' });
      expect(Number(data.id)).toBeGreaterThan(deletedId);
      expect(await db.rows('SELECT note FROM complaint WHERE note IS NOT NULL')).toEqual([{ note: NOTE }]);
      const user = (await db.rows<{ id: number }>('SELECT MIN(id) AS id FROM `user`'))[0]?.id ?? 0;
      await book(admin, user, '1.00');
      await expect(db.transact((tx) => tx.run('UPDATE account SET balance = balance + 1'))).rejects.toThrow(
        'the ledger decides',
      );
      await expect(db.transact((tx) => tx.run('DELETE FROM admin_log'))).rejects.toThrow('append-only');
    } finally {
      await restored.close();
    }
  }

  it('a database with tables is refused and stays as it is', async () => {
    const target = await createTarget(source);
    await target.db.transact((tx) => tx.run('CREATE TABLE other (id BIGINT PRIMARY KEY)'));
    await expect(restore(target.db, file)).rejects.toThrow('not empty: it has 1 tables');
    expect(await tableNames(target.db)).toEqual(['other']);
    await target.remove();
  });

  it('a restore that was killed is refused by a start and by another restore', async () => {
    const target = await createTarget(source);
    await markRestore(target.db, 1);
    await expect(restore(target.db, file)).rejects.toThrow('did not finish');
    await expect(startTestServer({ env: target.env })).rejects.toThrow('did not finish');
    await target.remove();
  });

  it('a backup of another version is refused with both lists of migrations', async () => {
    const target = await createTarget(source);
    const other = [{ id: '9999_later', sqlite: [], mariadb: [] }, ...migrations.slice(1)];
    const scope = { db: target.db, clock: systemClock, registry, migrations: other };
    const error: unknown = await restoreBackup(scope, file).catch((caught: unknown) => caught);
    expect(String(error)).toContain(`only in the backup:\n  ${migrations[0]?.id ?? ''}\n`);
    expect(String(error)).toContain('only in this version:\n  9999_later');
    expect(await tableNames(target.db)).toEqual([]);
    await target.remove();
  });

  it.each<[string, string, (zip: Buffer) => Buffer]>([
    ['truncated', 'cannot be read', (zip) => zip.subarray(0, zip.length - 1000)],
    [
      'damaged',
      'cannot be read',
      (zip) => Buffer.concat([zip.subarray(0, 5000), Buffer.from('x'), zip.subarray(5001)]),
    ],
    ['changed', 'checksum', (zip) => editText(zip, (text) => text.replace('Moved', 'Mouse'))],
    ['without its end', 'truncated', (zip) => editText(zip, (text) => text.slice(0, text.lastIndexOf('["end"')))],
    [
      'with SQL in a description',
      'not valid',
      (zip) => editShapes(zip, ({ appendOnly }) => appendOnly, { keptMs: HOSTILE_SQL }),
    ],
    [
      'with an invalid name',
      'not valid',
      (zip) => editShapes(zip, ({ name }) => name === 'complaint', { primary: 'id`' }),
    ],
    [
      'with another table',
      'differs from the schema of this',
      (zip) => editShapes(zip, ({ name }) => name === 'admin_log', { appendOnly: false }),
    ],
    ['no backup', 'cannot be read', () => Buffer.from('SELECT 1;')],
  ])('a file that is %s is refused before anything is written', async (name, message, change) => {
    const target = await createTarget(source);
    const changed = join(folder, name);
    writeFileSync(changed, change(readFileSync(file)));
    await expect(restore(target.db, changed)).rejects.toThrow(message);
    expect(await tableNames(target.db)).toEqual([]);
    await target.remove();
  });

  it('a large backup is restored and verified within a minute, in flat memory', async () => {
    await fillTables(server.services.db, LARGE_ROWS);
    const large = await backUp(server.services.db, folder, 'large');
    const target = await createTarget(source, server.env.dataDir);
    const memory = startMemoryMeter();
    const start = performance.now();
    await restore(target.db, large.file);
    const { registry, env } = server.services;
    const scope = { db: target.db, registry, dataDir: server.env.dataDir, keys: env.appKeys };
    const { findings } = await verifyAll({ ...scope, auditLogEntity: auditLog.entity });
    const seconds = (performance.now() - start) / 1000;
    const grownMb = memory.stop();
    await target.remove();
    process.stderr.write(
      `${source}: ${large.rows} rows in ${seconds.toFixed(1)} s, ${grownMb.toFixed(0)} MB more memory\n`,
    );
    expect(findings).toEqual([]);
    expect(seconds).toBeLessThan(60 * loadFactor());
    expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  });

  it('a file that does not exist is reported', async () => {
    await expect(verifyBackup(join(folder, 'nothing'))).rejects.toThrow('cannot be read');
  });
});

const LARGE_ROWS = sampleSize(3_000, 160_000);
/** Far less than the 200 MB of rows of the full size. */
const MAX_GROWTH_MB = 150;
const FILL_BATCH = 1_000;

/** Rows of a designed entity, and history of about 1.2 KB each. */
async function fillTables(db: Db, count: number): Promise<void> {
  const history =
    'INSERT INTO `record_history` (seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff) ' +
    "VALUES (?, ?, 'complaint', ?, 1, 'u', 'admin:1', 'root', 'ui', '', ?, ?)";
  const rows =
    'INSERT INTO `complaint` (subject, subject_n, severity, status, weigh, create_time, update_time, revision) ' +
    'VALUES (?, ?, 1, 1, ?, ?, ?, 1)';
  const now = Date.now();
  for (let from = 0; from < count; from += FILL_BATCH) {
    const ids = Array.from({ length: FILL_BATCH }, (_, index) => from + index + 1_000_000);
    await db.transact(async (tx) => {
      await tx.runMany(
        history,
        ids.map((id) => [
          id,
          randomUUID(),
          id,
          now,
          JSON.stringify({ note: [null, randomBytes(580).toString('hex')] }),
        ]),
      );
      await tx.runMany(
        rows,
        ids.map((id) => [`Filler ${id}`, `filler ${id}`, id, 1_700_000_000, 1_700_000_000]),
      );
    });
  }
}

/** Growth of the resident memory until `stop`, in MB. */
function startMemoryMeter() {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 100);
  return {
    stop: (): number => {
      clearInterval(timer);
      return (highest - before) / 1_048_576;
    },
  };
}

const editText = (zip: Buffer, edit: (text: string) => string): Buffer => gzipSync(edit(gunzipSync(zip).toString()));

const HOSTILE_SQL = '0 THEN DELETE FROM admin; END IF; IF 1';
/** Changes the descriptions of tables, with the right checksum. */
const editShapes = (zip: Buffer, isChosen: (shape: TableShape) => boolean, values: object): Buffer =>
  editText(zip, (text) => {
    const lines = text
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => editShape(line, isChosen, values));
    const sha256 = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex');
    const [, totals] = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
    return [...lines, JSON.stringify(['end', { ...totals, sha256 }]), ''].join('\n');
  });
function editShape(line: string, isChosen: (shape: TableShape) => boolean, values: object): string {
  const [kind, name, table] = JSON.parse(line);
  if (kind !== 'table' || !isChosen(table.shape)) return line;
  return JSON.stringify([kind, name, { ...table, shape: { ...table.shape, ...values } }]);
}

/** Sessions end, sign-ins in progress and the epoch of the log are not restored; hashes of migrations are those of the target. */
function expectSameRows(
  before: Readonly<Record<string, readonly Row[]>>,
  after: Readonly<Record<string, readonly Row[]>>,
  isSameDatabase: boolean,
): void {
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [name, rows] of Object.entries(before)) {
    const found = after[name] ?? [];
    if (name === 'access_token') expect([rows.length > 0, found.length]).toEqual([true, 0]);
    else if (name === 'session') {
      expect(found.length).toBe(rows.length);
      expect(found.filter((row) => row['revoked_at'] === null)).toEqual([]);
    } else if (name === 'change_head') {
      expect(found).toEqual([{ ...rows[0], epoch: expect.not.stringMatching(String(rows[0]?.['epoch'])) }]);
    } else if (name === 'migration' && !isSameDatabase) {
      const ids = (all: readonly Row[]) => all.map(({ id, finished_at: at }) => [id, at]);
      expect(ids(found)).toEqual(ids(rows));
    } else if (!EMPTIED.has(name)) expect({ [name]: found }).toEqual({ [name]: rows });
  }
}
const EMPTIED = new Set([
  ...['captcha', 'one_time_code', 'factor_ticket', 'member_ticket', 'factor_challenge', 'oidc_request'],
  'terminal_ticket',
]);
