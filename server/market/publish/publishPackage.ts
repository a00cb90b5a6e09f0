/** Packages of plugin versions: checked when they are attached, kept in the data folder by their digest, and sent to those who may have them. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import type { StoredRow } from '../../../common/entity/columns';
import type { Env } from '../../../config/env';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { findRowById } from '../../hooks/lookup';
import { requireModule } from '../../installer/moduleRow';
import { readPackageBytes } from '../../installer/package/packageStore';
import { readPackage, sha256 } from '../../installer/package/readPackage';
import { readUpload } from '../../installer/readUpload';
import type { Buyer } from './marketKeys';
import { listOwned } from './buyPlugin';
import { findPublished, readVersions } from './publishedPlugins';

type StoreEnv = Pick<Env, 'dataDir'>;
const pathOf = ({ dataDir }: StoreEnv, digest: string): string => join(dataDir, 'market', `${digest}.zip`);

async function storeBytes(env: StoreEnv, bytes: Buffer): Promise<string> {
  const digest = sha256(bytes);
  await mkdir(join(env.dataDir, 'market'), { recursive: true });
  const temporary = join(env.dataDir, 'market', `.${randomUUID()}`);
  await writeFile(temporary, bytes, { flag: 'wx', flush: true });
  await rename(temporary, pathOf(env, digest));
  return digest;
}

/** The query `module` names an installed module, whose package is published; without it, the request brings the package. */
async function readBytes(call: RouteCall): Promise<Buffer> {
  const { module: uid } = call.query;
  if (typeof uid !== 'string') return readUpload(call);
  const { db, env } = call.ctx.services;
  return readPackageBytes(env, (await requireModule(db, { uid })).packageDigest);
}

async function requireVersion(
  hook: HookContext,
  id: number,
): Promise<{ readonly row: StoredRow; readonly wanted: string }> {
  const row = await findRowById(hook, pluginVersion.name, id);
  const plugin = row && (await findRowById(hook, 'plugin', Number(row['plugin_id'])));
  if (row === undefined || plugin === undefined) throw fault('row.missing');
  return { row, wanted: `${stringOrEmpty(plugin['name'])} ${stringOrEmpty(row['version'])}` };
}

/**
 * Attaches a package to a plugin version: its uid must be the identifier of the plugin, its version that of the row. Errors: `row.missing`,
 * `market.package_mismatch`, and those of `readPackage`.
 */
export async function attachPackage(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, query } = call;
  const { env } = ctx.services;
  const bytes = await readBytes(call);
  const { manifest } = readPackage(bytes, env.moduleSigners);
  const found = `${manifest.uid} ${manifest.version}`;
  const digest = await storeBytes(env, bytes);
  const id = Number(query['id']);
  const audit = { verb: 'publish', about: `plugin_version ${id}`, input: { package: found, sha256: digest } };
  const { before } = await writer.changeSet(ctx, audit, async (_writer, hook) => {
    const { row, wanted } = await requireVersion(hook, id);
    if (wanted !== found) throw fault('market.package_mismatch', { expected: wanted, found });
    await hook.asSystem.update(pluginVersion, { id, package_digest: digest, package_size: bytes.length });
    return { before: stringOrEmpty(row['package_digest']) };
  });
  if (before !== digest) await deleteUnused(call, before);
  return { data: { id, sha256: digest, size: bytes.length } };
}

/** Deletes a package that no version has any more, not even one in the recycle bin. */
async function deleteUnused({ ctx: { services } }: RouteCall, digest: string): Promise<void> {
  if (digest === '') return;
  const users = await services.db.rows('SELECT id FROM `plugin_version` WHERE package_digest = ? LIMIT 1', [digest]);
  if (users.length === 0) await rm(pathOf(services.env, digest), { force: true });
}

/** Sends the package of a version. Errors: `row.missing`, `market.not_entitled` for a plugin with a price that the buyer does not have. */
export async function sendPackage(
  { ctx, query, response }: RouteCall,
  buyer: Buyer | undefined,
): Promise<HandlerResult> {
  const { db, env, clock } = ctx.services;
  const [row] = await findPublished(db, [stringOrEmpty(query['id'])]);
  if (row === undefined) throw fault('row.missing');
  const pluginId = Number(row['id']);
  const versions = (await readVersions(db, [pluginId])).get(pluginId) ?? [];
  const version = versions.find((one) => one['version'] === query['version']);
  if (version === undefined) throw fault('row.missing');
  const isFree = Number(row['price']) === 0;
  const owned = buyer === undefined ? [] : await listOwned(db, buyer.id, Math.floor(clock.now() / 1000));
  if (!isFree && !owned.some(({ id }) => id === pluginId)) throw fault('market.not_entitled');
  const bytes = await readFile(pathOf(env, stringOrEmpty(version['package_digest']))).catch(() => undefined);
  if (bytes === undefined) throw fault('module.package_gone');
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Length', bytes.length);
  response.setHeader('Content-Disposition', 'attachment');
  response.end(bytes);
  return { sent: true };
}
