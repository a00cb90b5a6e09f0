/** Packs an app: its pages, its definitions and their files, in one archive with a manifest of all digests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { stringOrEmpty } from '../../../../common/json';
import type { AnyEntity } from '../../../../common/entity/entity';
import { getColumns, type StoredRow } from '../../../../common/entity/columns';
import { decodeRow } from '../../../engine/schema/model';
import type { Services, SqlValue } from '../../../context';
import { quoteIdentifier } from '../../../platform/database/sql';
import { archivePath } from '../../../hooks/apps/appPackages';
import { buildPages, PAGE_FOLDER, toBrowserInterface, type BrowserInterface, type PageParts } from './packedPages';

type PackDeps = Pick<Services, 'db' | 'registry'> & { readonly env: Pick<Services['env'], 'dataDir'> };

export interface PackedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
export interface Manifest {
  readonly format: 1;
  readonly app: {
    readonly id: number;
    readonly name: string;
    readonly title: string;
    readonly title_en: string;
    readonly revision: number;
  };
  readonly files: readonly PackedFile[];
}

/** Fixed timestamps: archives of the same app have the same bytes. */
const EPOCH = '1980-01-01T12:00:00';
const STORED_PATH = /\/storage\/[\w./-]+/g;

/** The columns of a row without restricted ones. */
function keepPublicColumns(entity: AnyEntity, row: StoredRow): StoredRow {
  const columns = [...getColumns(entity).values()];
  const shown = columns.filter(({ sensitivity }) => sensitivity === 'public' || sensitivity === 'internal');
  return Object.fromEntries(shown.map(({ name }) => [name, row[name] ?? null]));
}

async function loadRows(
  { db, registry }: PackDeps,
  name: string,
  column: string,
  value: SqlValue,
): Promise<readonly StoredRow[]> {
  const entity = registry.get(name);
  if (entity === undefined) return [];
  const sql = `SELECT * FROM ${quoteIdentifier(name)} WHERE ${quoteIdentifier(column)} = ? AND delete_time IS NULL ORDER BY id`;
  const found = await db.rows<Readonly<Record<string, unknown>>>(sql, [value]);
  return found.map((row) => keepPublicColumns(entity, decodeRow(entity, row)));
}

/** A stored file, if its path is inside the storage folder. */
function readStoredFile(dataDir: string, path: string): Buffer | undefined {
  const folder = join(dataDir, 'storage');
  const file = normalize(join(dataDir, path));
  if (!file.startsWith(folder + sep) || !existsSync(file)) return undefined;
  return readFileSync(file);
}

/** Paths of the files that an app's definitions name. */
async function listAssetPaths(deps: PackDeps, app: StoredRow): Promise<readonly string[]> {
  const logo = app['file_id'] === null ? [] : await loadRows(deps, 'attachment', 'id', Number(app['file_id']));
  const inTexts = JSON.stringify(app).match(STORED_PATH) ?? [];
  return [...new Set([...logo.map(({ url }) => stringOrEmpty(url)), ...inTexts])].filter((path) =>
    path.startsWith('/storage/'),
  );
}

/** Interfaces that a browser can call with the key alone: online, with simple authentication, and for callers who are not signed in. */
const BROWSER_SQL = `SELECT r.name, r.url, d.info, d.method, d.is_test, d.params FROM \`app_plugin_version_api\` r
  JOIN \`plugin_version_api\` v ON v.id = r.plugin_version_api_id AND v.status = 1 AND v.route_status = 1 AND v.delete_time IS NULL
  JOIN \`api_definition\` d ON d.id = v.definition_id AND d.status = 1 AND d.delete_time IS NULL
  WHERE r.app_id = ? AND r.status = 1 AND r.route_status = 1 AND r.delete_time IS NULL
    AND r.is_login = 0 AND r.is_auth = 0 AND d.access_token = 0 AND d.hash_type = 1 ORDER BY r.id`;
async function loadBrowserInterfaces({ db, registry }: PackDeps, id: number): Promise<readonly BrowserInterface[]> {
  if (registry.get('api_definition') === undefined) return [];
  return (await db.rows<Readonly<Record<string, unknown>>>(BROWSER_SQL, [id])).map(toBrowserInterface);
}

const LOGO_EXTENSION = /\.(webp|png|jpg|gif)$/;
async function loadLogo(deps: PackDeps, app: StoredRow): Promise<PageParts['logo']> {
  const [file] = app['file_id'] === null ? [] : await loadRows(deps, 'attachment', 'id', Number(app['file_id']));
  const url = stringOrEmpty(file?.['url']);
  const [, extension] = LOGO_EXTENSION.exec(url) ?? [];
  const bytes = url.startsWith('/storage/') ? readStoredFile(deps.env.dataDir, url) : undefined;
  return extension !== undefined && bytes !== undefined ? { extension, bytes } : undefined;
}

const toJsonBuffer = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Creates the archive of an app; the previous one stays until the new one is complete. Returns its manifest. */
export async function packApp(deps: PackDeps, id: number, report: (line: string) => void): Promise<Manifest> {
  const [app] = await loadRows(deps, 'app', 'id', id);
  if (app === undefined) throw new Error(`There is no app ${id}.`);
  const { dataDir } = deps.env;
  const business = await loadRows(deps, 'app_business', 'app_id', id);
  const files = new Map<string, Buffer>([
    ['app.json', toJsonBuffer(app)],
    ['business.json', toJsonBuffer(business)],
    ['apis.json', toJsonBuffer(await loadRows(deps, 'app_plugin_version_api', 'app_id', id))],
  ]);
  const [interfaces, logo] = [await loadBrowserInterfaces(deps, id), await loadLogo(deps, app)];
  for (const [path, bytes] of buildPages({ app, business, interfaces, logo })) files.set(PAGE_FOLDER + path, bytes);
  for (const path of await listAssetPaths(deps, app)) {
    const bytes = readStoredFile(dataDir, path);
    if (bytes === undefined) throw new Error(`${path} is missing.`);
    files.set(`assets${path.slice('/storage'.length)}`, bytes);
  }
  const manifestFiles = [...files].map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  for (const { path, bytes } of manifestFiles) report(`  ${path} (${bytes} bytes)`);
  const { name, title, title_en: english, revision } = app;
  const manifest: Manifest = {
    format: 1,
    app: {
      id,
      name: stringOrEmpty(name),
      title: stringOrEmpty(title),
      title_en: stringOrEmpty(english),
      revision: Number(revision),
    },
    files: manifestFiles,
  };
  writeArchive(archivePath({ dataDir }, id), [['manifest.json', toJsonBuffer(manifest)], ...files]);
  return manifest;
}

function writeArchive(file: string, entries: readonly (readonly [string, Buffer])[]): void {
  const tree: Zippable = Object.fromEntries(entries.map(([path, bytes]) => [path, [bytes, { mtime: EPOCH }]]));
  mkdirSync(dirname(file), { recursive: true });
  const tempFile = `${file}.${process.pid}.next`;
  writeFileSync(tempFile, zipSync(tree, { level: 9 }));
  renameSync(tempFile, file);
}
