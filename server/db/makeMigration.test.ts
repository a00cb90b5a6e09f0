/** `migrate:make` generates the missing migration, and nothing when none is missing. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newsCategory } from '../../common/entities/newsCategory';
import { createRegistry } from '../../common/entity/registry';
import { makeMigration } from './makeMigration';
import type { Migration } from './migrate';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-make-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const registry = createRegistry({});
const withNews = createRegistry({ newsCategory });
const text = (name: string) => readFile(join(folder, name), 'utf8');

it('makeMigration: writes a migration for both databases and adds it to the table', async () => {
  const made = await makeMigration({ name: 'initial', registry: registry, migrations: [], folder });
  expect(made?.steps).toContain('create table change_log');
  expect((await readdir(folder)).sort()).toEqual(['0001_initial.ts', 'table.ts']);
  expect(await text('0001_initial.ts')).toMatch(
    /export const m0001Initial: Migration = \{\n {2}id: '0001_initial',\n {2}sqlite: \[/,
  );
  expect(await text('table.ts')).toContain('migrations: readonly Migration[] = [m0001Initial];');
});

it('makeMigration: starts over with one initial migration before a release', async () => {
  const old: Migration = { id: '0001_initial', sqlite: [], mariadb: [] };
  const made = await makeMigration({ name: 'start', registry: withNews, migrations: [old], folder, initial: true });
  expect(made?.steps).toContain('create table news_category');
  expect((await readdir(folder)).sort()).toEqual(['0001_start.ts', 'table.ts']);
});

it('makeMigration: counts on from the highest number, also when numbers are missing', async () => {
  const old = ['0001_initial', '0005_gap'].map((id): Migration => ({ id, sqlite: [], mariadb: [] }));
  await makeMigration({ name: 'later', registry: withNews, migrations: old, folder });
  expect(await readdir(folder)).toContain('0006_later.ts');
});

it('makeMigration: refuses a name that is not snake case', async () => {
  const options = { registry: registry, migrations: [], folder };
  for (const name of ['../x', 'A', '', 'a b'])
    await expect(makeMigration({ ...options, name })).rejects.toThrow('snake case');
});
