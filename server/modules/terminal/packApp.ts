/** Packs an app: its definitions and the files they name, in one archive that says of each file what it must be. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnsOf, type StoredRow } from '../../../common/entity/meta';
import { decodeRow } from '../../engine/schema/model';
import type { Services, SqlValue } from '../../context';
import { ident } from '../../platform/sql';
import { archiveOf } from './archive';

type Packing = Pick<Services, 'db' | 'registry'> & { readonly env: Pick<Services['env'], 'dataDir'> };

export interface PackedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
export interface Manifest {
  readonly format: 1;
  readonly app: { readonly id: number; readonly name: string; readonly title: string; readonly revision: number };
  readonly files: readonly PackedFile[];
}

/** Archives of the same app are the same bytes: no time of packing in them. */
const EPOCH = '1980-01-01T12:00:00';
const STORED = /\/storage\/[\w./-]+/g;

/** Everything of a row but what only few may see. */
function open(entity: AnyEntity, row: StoredRow): StoredRow {
  const columns = [...columnsOf(entity).values()];
  const shown = columns.filter(({ sensitivity }) => sensitivity === 'public' || sensitivity === 'internal');
  return Object.fromEntries(shown.map(({ name }) => [name, row[name] ?? null]));
}

async function rows(
  { db, registry }: Packing,
  name: string,
  column: string,
  value: SqlValue,
): Promise<readonly StoredRow[]> {
  const entity = registry.get(name);
  if (entity === undefined) return [];
  const sql = `SELECT * FROM ${ident(name)} WHERE ${ident(column)} = ? AND delete_time IS NULL ORDER BY id`;
  const found = await db.rows<Readonly<Record<string, unknown>>>(sql, [value]);
  return found.map((row) => open(entity, decodeRow(entity, row)));
}

/** A stored file, if it lies where files are stored. */
function storedFile(dataDir: string, path: string): Buffer | undefined {
  const folder = join(dataDir, 'storage');
  const file = normalize(join(dataDir, path));
  if (!file.startsWith(folder + sep) || !existsSync(file)) return undefined;
  return readFileSync(file);
}

/** Paths of the files an app's definitions name. */
async function assetsOf(packing: Packing, app: StoredRow): Promise<readonly string[]> {
  const logo = app['file_id'] === null ? [] : await rows(packing, 'attachment', 'id', Number(app['file_id']));
  const inTexts = JSON.stringify(app).match(STORED) ?? [];
  return [...new Set([...logo.map(({ url }) => textOf(url)), ...inTexts])].filter((path) =>
    path.startsWith('/storage/'),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Makes the archive of an app; the old one stays until the new one is whole. Answers what is in it. */
export async function packApp(packing: Packing, id: number, tell: (line: string) => void): Promise<Manifest> {
  const [app] = await rows(packing, 'app', 'id', id);
  if (app === undefined) throw new Error(`There is no app ${id}.`);
  const { dataDir } = packing.env;
  const files = new Map<string, Buffer>();
  files.set('app.json', json(app));
  for (const [path, entity] of [
    ['business.json', 'app_business'],
    ['apis.json', 'app_plugin_version_api'],
  ] as const)
    files.set(path, json(await rows(packing, entity, 'app_id', id)));
  for (const path of await assetsOf(packing, app)) {
    const bytes = storedFile(dataDir, path);
    if (bytes === undefined) throw new Error(`${path} is missing.`);
    files.set(`assets${path.slice('/storage'.length)}`, bytes);
  }
  const listed = [...files].map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  for (const { path, bytes } of listed) tell(`  ${path} (${bytes} bytes)`);
  const { name, title, revision } = app;
  const manifest: Manifest = {
    format: 1,
    app: { id, name: textOf(name), title: textOf(title), revision: Number(revision) },
    files: listed,
  };
  write(archiveOf({ dataDir }, id), [['manifest.json', json(manifest)], ...files]);
  return manifest;
}

function write(file: string, entries: readonly (readonly [string, Buffer])[]): void {
  const tree: Zippable = Object.fromEntries(entries.map(([path, bytes]) => [path, [bytes, { mtime: EPOCH }]]));
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.next`;
  writeFileSync(next, zipSync(tree, { level: 9 }));
  renameSync(next, file);
}
