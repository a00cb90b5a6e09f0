/** Lists the modules that come with the product, and hands one of them in as if its package were uploaded. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalizedText } from '../../../common/modules/review';
import { fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { listModules } from '../moduleRow';
import { packModule } from '../package/packModule';
import { manifestSourceProblems, type ManifestSource } from '../package/manifest';
import { MANIFEST_FILE } from '../package/signature';
import { compareVersions } from '../package/versions';
import { uploadPackage } from '../uploadPackage';
import { INCLUDED_MODULES, includedSigners, openIncludedKey, type IncludedModule } from '../package/includedKey';

/** A module that can be installed, or a newer version of an installed one. */
export interface OfferedModule {
  readonly uid: IncludedModule;
  readonly version: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  /** The installed version; empty when it is not installed. */
  readonly installedVersion: string;
}

const folderOf = (uid: IncludedModule): string => join(process.cwd(), 'config/modules', uid);

async function readManifest(uid: IncludedModule): Promise<ManifestSource> {
  const source: unknown = JSON.parse(await readFile(join(folderOf(uid), MANIFEST_FILE), 'utf8'));
  const problems = manifestSourceProblems(source);
  if (problems.length > 0) throw new Error(`${uid}: ${problems.join(', ')}`);
  return source as ManifestSource; // the guard checked its form
}

/** The included modules that are neither installed in this version nor wait for their installation. */
export async function listOfferedModules({ services }: RequestContext): Promise<readonly OfferedModule[]> {
  const stored = await listModules(services.db);
  const offered: OfferedModule[] = [];
  for (const uid of INCLUDED_MODULES) {
    const { version, title, description } = await readManifest(uid);
    const known = stored.find((module) => module.uid === uid);
    const newest = known?.availableVersion === '' ? known.version : (known?.availableVersion ?? '');
    if (known !== undefined && compareVersions(version, newest) <= 0) continue;
    offered.push({ uid, version, title, description, installedVersion: known?.version ?? '' });
  }
  return offered;
}

/** Packs and signs an included module, and stores its package to be reviewed. Errors: `row.missing`, and those of `uploadPackage`. */
export async function includeModule(
  writer: Writer,
  ctx: RequestContext,
  name: string,
): Promise<{ readonly id: number; readonly uid: string }> {
  const uid = INCLUDED_MODULES.find((includedName) => includedName === name);
  if (uid === undefined) throw fault('row.missing');
  const { env } = ctx.services;
  const { archive } = packModule(folderOf(uid), await openIncludedKey(env));
  return uploadPackage(writer, ctx, archive, { trusted: includedSigners(env) });
}
