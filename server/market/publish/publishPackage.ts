/** Packages of plugin versions: checked when they are attached, kept in the data folder by their digest, and sent to those who may have them. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pluginVersion } from '../../../common/entities/pluginVersion';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import type { Env } from '../../../config/env';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { Tx } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { requireModule } from '../../installer/moduleRow';
import { readPackageBytes } from '../../installer/package/packageStore';
import { readPackage, sha256 } from '../../installer/package/readPackage';
import { readUploadedPackage } from '../../installer/package/readUploadedPackage';
import type { Buyer } from './marketKeys';
import { listOwned } from './buyPlugin';
import { findPublished, loadVersions } from './publishedPlugins';

type StoreEnv = Pick<Env, 'dataDir'>;
const getPath = ({ dataDir }: StoreEnv, digest: string): string => join(dataDir, 'market', `${digest}.zip`);

async function storeBytes(env: StoreEnv, bytes: Buffer): Promise<string> {
  const digest = sha256(bytes);
  await mkdir(join(env.dataDir, 'market'), { recursive: true });
  const temporary = join(env.dataDir, 'market', `.${randomUUID()}`);
  await writeFile(temporary, bytes, { flag: 'wx', flush: true });
  await rename(temporary, getPath(env, digest));
  return digest;
}

/** The query `module` names an installed module, whose package is published; without it, the request brings the package. */
async function readBytes(call: RouteCall): Promise<Buffer> {
  const { module: uid } = call.query;
  if (typeof uid !== 'string') return readUploadedPackage(call);
  const { db, env } = call.ctx.services;
  return readPackageBytes(env, (await requireModule(db, { uid })).packageDigest);
}

const VERSION_SQL = `SELECT p.name, v.version, v.package_digest FROM \`plugin_version\` v JOIN \`plugin\` p ON p.id = v.plugin_id
  WHERE v.id = ? AND v.delete_time IS NULL AND p.delete_time IS NULL`;
/**
 * Returns the digest of the package that a version has; `packageId` is the uid and version of the new one.
 * Errors: `row.missing`, and `market.package_mismatch` for another uid or version.
 */
async function loadDigestOfVersion(reader: Pick<Tx, 'rows'>, id: number, packageId: string): Promise<string> {
  const [row] = await reader.rows<{ readonly name: string; readonly version: string; readonly package_digest: string }>(
    VERSION_SQL,
    [id],
  );
  if (row === undefined) throw fault('row.missing');
  const expected = `${row.name} ${row.version}`;
  if (expected !== packageId) throw fault('market.package_mismatch', { expected, found: packageId });
  return row.package_digest;
}

/**
 * Attaches a package to a plugin version: its uid must be the identifier of the plugin, its version that of the row. Errors: `row.missing`,
 * `market.package_mismatch`, and those of `readPackage`.
 */
export async function attachPackage(call: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ctx, query } = call;
  const { db, env } = ctx.services;
  const bytes = await readBytes(call);
  const { manifest } = readPackage(bytes, env.moduleSigners);
  const packageId = `${manifest.uid} ${manifest.version}`;
  const id = Number(query['id']);
  // A refused package leaves no file.
  await loadDigestOfVersion(db, id, packageId);
  const digest = await storeBytes(env, bytes);
  const audit = { verb: 'publish', about: `plugin_version ${id}`, input: { package: packageId, sha256: digest } };
  const { before } = await writer.changeSet(ctx, audit, async (_writer, hook) => {
    const current = await loadDigestOfVersion(hook.tx, id, packageId);
    await hook.asSystem.update(pluginVersion, { id, package_digest: digest, package_size: bytes.length });
    return { before: current };
  });
  if (before !== digest) await deleteUnused(call, before);
  return { data: { id, sha256: digest, size: bytes.length } };
}

/** Deletes a package that no version has any more, not even one in the recycle bin. */
async function deleteUnused({ ctx: { services } }: RouteCall, digest: string): Promise<void> {
  if (digest === '') return;
  const references = await services.db.rows('SELECT id FROM `plugin_version` WHERE package_digest = ? LIMIT 1', [
    digest,
  ]);
  if (references.length === 0) await rm(getPath(services.env, digest), { force: true });
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
  const versions = (await loadVersions(db, [pluginId])).get(pluginId) ?? [];
  const version = versions.find((candidate) => candidate['version'] === query['version']);
  if (version === undefined) throw fault('row.missing');
  const isFree = Number(row['price']) === 0;
  const owned = buyer === undefined ? [] : await listOwned(db, buyer.id, Math.floor(clock.now() / 1000));
  if (!isFree && !owned.some(({ id }) => id === pluginId)) throw fault('market.not_entitled');
  const bytes = await readFile(getPath(env, stringOrEmpty(version['package_digest']))).catch(() => undefined);
  if (bytes === undefined) throw fault('module.package_gone');
  response.statusCode = 200;
  response.setHeader('Content-Type', 'application/zip');
  response.setHeader('Content-Length', bytes.length);
  response.setHeader('Content-Disposition', 'attachment');
  response.end(bytes);
  return { sent: true };
}
