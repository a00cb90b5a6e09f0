/** Archives of packed apps: files in the data folder, served only to staff who may see the app. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { grantedRows } from '../../../../common/entity/access';
import { fault } from '../../../../common/protocol/faults';
import { parseId } from '../../../engine/http/parseParams';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import { joinWithAnd, notDeleted, filterToSql } from '../../../engine/read/filterToSql';
import type { Env } from '../../../../config/env';

export const archivePath = ({ dataDir }: Pick<Env, 'dataDir'>, appId: number): string =>
  join(dataDir, 'packages', `app-${appId}.zip`);

/** Checks after packing that the archive exists and contains a readable manifest. */
export const verifyArchive =
  (env: Pick<Env, 'dataDir'>) =>
  async ({ args }: { readonly args: Readonly<Record<string, string>> }): Promise<void> => {
    const files = unzipSync(readFileSync(archivePath(env, Number(args['id']))));
    if (files['manifest.json'] === undefined) throw new Error('the archive has no manifest');
  };

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
  // Headers are sent, so the dispatcher must not answer any more.
  response.flushHeaders();
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
  return { sent: true };
}
