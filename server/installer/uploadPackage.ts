/**
 * Stores an uploaded package: a new module can be installed, a newer version updates one, and the same package repairs an `unknown` one.
 */
import { module } from '../../common/entities/module';
import { compareVersions } from './package/versions';
import { fault } from '../../common/protocol/faults';
import { toSystemContext } from '../platform/systemContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import type { Writer } from '../engine/write/writer';
import type { RequestContext } from '../context';
import {
  assertState,
  failureColumns,
  findModule,
  isInstalled,
  listFormerStates,
  manifestColumns,
  type StoredModule,
} from './moduleRow';
import type { ModulePackage } from './package/modulePackage';
import { deleteUnusedPackages } from './deleteUnusedPackages';
import { storePackage } from './package/packageStore';
import { readPackage, type TrustedSigner } from './package/readPackage';

interface Outcome {
  readonly id: number;
  /** The package that nobody needs any more; empty if there is none. */
  readonly obsolete: string;
  /** Whether the package waits to be installed. */
  readonly isWaiting: boolean;
}

interface UploadOptions {
  /** The market source of the package, if it came from one. */
  readonly sourceUrl?: string;
  /** The signers of this package; default: those that the operator trusts. */
  readonly trusted?: readonly TrustedSigner[];
}

/** Errors: those of `readPackage`; `module.downgrade`; `module.state` while the module is being changed. */
export async function uploadPackage(
  writer: Writer,
  ctx: RequestContext,
  bytes: Buffer,
  { sourceUrl = '', trusted = ctx.services.env.moduleSigners }: UploadOptions = {},
): Promise<{ readonly id: number; readonly uid: string }> {
  const incoming = readPackage(bytes, trusted);
  const { id, obsolete } = await storeIncoming(writer, ctx, { incoming, bytes, sourceUrl }).catch(
    async (error: unknown) => {
      await deleteUnusedPackages(ctx.services, [incoming.digest]);
      throw error;
    },
  );
  await deleteUnusedPackages(ctx.services, [obsolete]);
  return { id, uid: incoming.manifest.uid };
}

interface Incoming {
  readonly incoming: ModulePackage;
  readonly bytes: Buffer;
  readonly sourceUrl: string;
}
/** Stores the file and the row of a package; the file of a refused package is left behind. */
function storeIncoming(writer: Writer, ctx: RequestContext, { incoming, bytes, sourceUrl }: Incoming) {
  const { uid, version } = incoming.manifest;
  return writer.changeSet(
    toSystemContext(ctx, { channel: 'ui' }),
    { verb: 'upload', about: module.name, input: { uid, version, sha256: incoming.digest } },
    async (write, hook): Promise<Outcome> => {
      await hook.withLock(module.name);
      // Within the lock, so that no other change deletes the file between this and the row.
      await storePackage(ctx.services.env, bytes);
      const stored = await findModule(hook.tx, { uid });
      const outcome = await (stored === undefined ? createRow(write, incoming) : offerVersion(write, stored, incoming));
      if (outcome.isWaiting) await write.update(module, { id: outcome.id, ...sourceColumns(stored, sourceUrl) });
      return outcome;
    },
  );
}

/** An installed module keeps its source until the package that waits is installed. */
const sourceColumns = (stored: StoredModule | undefined, url: string) => ({
  available_source_url: url,
  ...(stored !== undefined && isInstalled(stored) ? {} : { source_url: url }),
});

async function createRow(write: TxWriter, { manifest, signer, digest }: ModulePackage): Promise<Outcome> {
  const { id } = await write.create(module, {
    uid: manifest.uid,
    ...manifestColumns(manifest, signer),
    entities: [],
    available_digest: digest,
  });
  return { id, obsolete: '', isWaiting: true };
}

async function offerVersion(write: TxWriter, stored: StoredModule, incoming: ModulePackage): Promise<Outcome> {
  const { id, state, availableDigest } = stored;
  const { manifest, signer, digest } = incoming;
  assertState(stored, ['init', 'installed', 'disabled', 'update', 'unknown']);
  if (state === 'unknown' && digest === stored.packageDigest) {
    for (const former of listFormerStates(stored))
      await write.update(module, { id, state: former, ...failureColumns() });
    return { id, obsolete: '', isWaiting: false };
  }
  // The package of a disabled module was lost and is stored again.
  if (state === 'disabled' && digest === stored.packageDigest) {
    await write.update(module, { id, ...failureColumns() });
    return { id, obsolete: '', isWaiting: false };
  }
  if (!isInstalled(stored)) {
    const values = { ...manifestColumns(manifest, signer), available_digest: digest, ...failureColumns() };
    await write.update(module, { id, ...values, ...(state === 'unknown' ? { state: 'init' } : {}) });
    return { id, obsolete: availableDigest, isWaiting: true };
  }
  if (compareVersions(manifest.version, stored.version) <= 0)
    throw fault('module.downgrade', { version: manifest.version, installed: stored.version });
  await write.update(module, {
    id,
    available_version: manifest.version,
    available_digest: digest,
    ...failureColumns(),
    ...(state === 'installed' ? { state: 'update' } : {}),
  });
  return { id, obsolete: availableDigest, isWaiting: true };
}

/** Discards the uploaded package: the update is no longer offered, and a module that was never installed is gone. Error: `module.state`. */
export async function discardPackage(writer: Writer, ctx: RequestContext, stored: StoredModule): Promise<void> {
  assertState(stored, ['init', 'update', 'disabled', 'unknown']);
  await writer.changeSet(
    toSystemContext(ctx, { channel: 'ui' }),
    { verb: 'discard', about: `${module.name} ${stored.id}`, input: { id: stored.id } },
    async (write) => {
      if (!isInstalled(stored)) await write.remove(module, [stored.id]);
      else
        await write.update(module, {
          id: stored.id,
          available_version: '',
          available_digest: '',
          available_source_url: '',
          ...(stored.state === 'update' ? { state: 'installed' } : {}),
        });
      return {};
    },
  );
  await deleteUnusedPackages(ctx.services, [stored.availableDigest]);
}
