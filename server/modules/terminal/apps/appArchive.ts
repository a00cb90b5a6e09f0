/** Archives of packed apps: files in the data folder, served only to staff who may see the app. */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { grantedRows } from '../../../../common/entity/access';
import { isObject } from '../../../../common/json';
import { fault } from '../../../../common/protocol/faults';
import { parseId } from '../../../engine/http/parseParams';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import { joinWithAnd, notDeleted, filterToSql } from '../../../engine/read/filterToSql';
import { archivePath, packageFolder } from '../../../hooks/apps/appPackages';
import type { Env } from '../../../../config/env';
import { isPageFile, PAGE_FOLDER } from './packedPages';

type ArchiveEnv = Pick<Env, 'dataDir'>;
interface PackedTask {
  readonly uuid: string;
  readonly args: Readonly<Record<string, string>>;
}

/** The step after packing: unpacks the pages of the archive into the folder of the task, whose id becomes the container. */
export const unpackAfterTask =
  (env: ArchiveEnv) =>
  async ({ uuid, args }: PackedTask): Promise<void> =>
    unpackPages(env, Number(args['id']), uuid);

/** Checks the archive against its manifest and unpacks its pages; the folder exists complete or not at all. */
export function unpackPages(env: ArchiveEnv, appId: number, containerId: string): void {
  const files = unzipSync(readFileSync(archivePath(env, appId)));
  const digests = readDigests(files['manifest.json']);
  const pages = Object.entries(files).filter(([path]) => path.startsWith(PAGE_FOLDER));
  const folder = packageFolder(env, appId, containerId);
  const tempFolder = `${folder}.next`;
  rmSync(tempFolder, { recursive: true, force: true });
  mkdirSync(tempFolder, { recursive: true });
  for (const [path, bytes] of pages) {
    const name = path.slice(PAGE_FOLDER.length);
    if (!isPageFile(name) || digests.get(path) !== createHash('sha256').update(bytes).digest('hex'))
      throw new Error(`${path} is not the file that the manifest names`);
    writeFileSync(join(tempFolder, name), bytes);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(tempFolder, folder);
}

function readDigests(manifest: Uint8Array | undefined): ReadonlyMap<string, string> {
  if (manifest === undefined) throw new Error('the archive has no manifest');
  const value: unknown = JSON.parse(Buffer.from(manifest).toString('utf8'));
  const files: readonly unknown[] = isObject(value) && Array.isArray(value['files']) ? value['files'] : [];
  return new Map(files.flatMap((file) => (isObject(file) ? [[String(file['path']), String(file['sha256'])]] : [])));
}

/** The newest archive of an app that the caller may see. */
export async function sendArchive({ ctx, query, response }: RouteCall): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const id = parseId(query['id']);
  const app = services.registry.get('app');
  const granted = app && grantedRows(actor, app, 'read');
  if (app === undefined || granted === undefined) throw fault('access.denied');
  const where = joinWithAnd([notDeleted(app), filterToSql(app, granted, services.db.dialect)]);
  const [row] = await services.db.rows(`SELECT id FROM \`app\` WHERE id = ? AND ${where.sql}`, [id, ...where.params]);
  const file = archivePath(services.env, id);
  if (row === undefined || !existsSync(file)) throw fault('row.missing');
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Disposition', `attachment; filename="app-${id}.zip"`);
  response.setHeader('Content-Length', statSync(file).size);
  // Headers are sent, so the dispatcher must not respond any more.
  response.flushHeaders();
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return { sent: true };
}
