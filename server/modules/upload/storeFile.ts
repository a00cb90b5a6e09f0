/** Stores a checked file: deduplicated by content hash with a reference count, and within the storage quota of the uploader. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import { recordSystemWrite } from '../../hooks/audit/auditLog';
import { rowLockClause } from '../../platform/database/sql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import { hasDiskSpace } from './hasDiskSpace';
import type { FileDigests } from './hashWorkerPool';
import { checkFileType, stripImageMetadata, type CheckedFile } from './checkFileType';
import type { StorageDriver, StorageDrivers } from './storageDriver';
import { buildStoragePath } from './buildStoragePath';
import { toSystemContext } from '../../platform/systemContext';
import { unixSeconds } from '../../platform/unixSeconds';

export interface ReceivedFile {
  readonly path: string;
  readonly originalname: string;
  readonly size: number;
  /** Digests computed during the upload, if any. */
  readonly digests?: Promise<FileDigests | undefined>;
}
interface StoredFileRow {
  readonly id: number;
  readonly url: string;
  /** How often the file was uploaded; the column is `quote`. */
  readonly referenceCount: number;
  readonly storage: string;
}
export type AttachmentRow = Readonly<Record<string, unknown>>;
/** A file that is being stored. */
interface PendingFile {
  readonly ctx: RequestContext;
  readonly writer: Writer;
  readonly entity: AnyEntity;
  readonly path: string;
  readonly name: string;
  readonly topic: string;
  readonly inspected: CheckedFile;
  readonly sha1: string;
  /** Two uploads with the same identity are the same file. */
  readonly identity: string;
  readonly driver: StorageDriver;
}
/** The file and its target. */
interface StoreRequest {
  readonly file: ReceivedFile;
  readonly topic: string;
  readonly drivers: StorageDrivers;
  /** The digest stated by the sender; a different one is refused. */
  readonly sha1?: string;
}

/** The name without disallowed characters. */
export const sanitizeFileName = (name: string): string =>
  basename(name)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-100);

export async function storeFile(
  ctx: RequestContext,
  writer: Writer,
  { file, topic, drivers, sha1: declaredSha1 }: StoreRequest,
): Promise<AttachmentRow> {
  const entity = ctx.services.registry.get('attachment');
  if (!entity || file.size === 0 || file.originalname === '') throw fault('upload.incomplete');
  const name = sanitizeFileName(file.originalname);
  const inspected = await checkFileType(file.path, name, ctx.services.settings.upload.allowed);
  const { sha1, sha256: identity } = (await file.digests) ?? (await hashFile(file.path));
  if (declaredSha1 !== undefined && declaredSha1 !== sha1) throw fault('upload.differs');
  const fileProperties = { name, topic: sanitizeTopic(topic), inspected, sha1, identity, driver: drivers.current };
  const pending: PendingFile = { ctx, writer, entity, path: file.path, ...fileProperties };
  await assertQuota(ctx, file.size);
  const existing = await findByIdentity(ctx, identity);
  if (existing && (await drivers.byName(existing.storage)?.exists(existing.url)) === true)
    return countDuplicate(pending, existing);
  try {
    return await storeNewFile(pending, existing);
  } catch (error) {
    // A concurrent upload stored the same file first: that one is kept, and this upload only counts.
    const winner =
      error instanceof Fault && error.code === 'row.duplicate' ? await findByIdentity(ctx, identity) : undefined;
    if (!winner) throw error;
    return countDuplicate(pending, winner);
  }
}

export const sanitizeTopic = (topic: string): string =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(topic) ? topic.slice(0, 40) : 'default';

/** Checks the person's quota and the free disk space that must remain. */
export async function assertQuota({ actor, services }: RequestContext, size: number): Promise<void> {
  const [usage] = await services.db.rows<{ readonly files: number; readonly bytes: number | null }>(
    'SELECT COUNT(*) AS files, SUM(a.size) AS bytes FROM `attachment_holder` h JOIN `attachment` a ON a.id = h.attachment_id WHERE h.realm = ? AND h.person_id = ? AND a.delete_time IS NULL',
    [actor.kind, actor.id],
  );
  const bytes = Number(usage?.bytes ?? 0) + size;
  if (bytes > services.settings.upload.quotaBytes || Number(usage?.files ?? 0) >= LIMITS.filesPerPerson)
    throw fault('upload.quota');
  if (!(await hasDiskSpace(services.env.dataDir, size))) throw fault('upload.quota');
}

/** Writes the row and its holder in one transaction. The server sets every column of an attachment. */
const writeAttachment = (
  pending: PendingFile,
  operation: (writer: TxWriter, hook: HookContext) => Promise<{ readonly id: number; readonly row: AttachmentRow }>,
) =>
  pending.writer.inTransaction(toSystemContext(pending.ctx, { channel: pending.ctx.channel }), async (writer, hook) => {
    const written = await operation(writer, hook);
    await recordHolder(hook, pending, written.id);
    await logUpload(hook, pending, written);
    return toUploaderView(written.row, pending.name);
  });

/** Records uploads of staff in the audit log. */
const logUpload = (
  hook: HookContext,
  { ctx, entity, name, topic }: PendingFile,
  { id, row }: { readonly id: number; readonly row: AttachmentRow },
) =>
  recordSystemWrite(hook, ctx, { entity, verb: 'upload', ids: [id], data: { name, topic, size: Number(row['size']) } });

async function recordHolder({ tx }: HookContext, { ctx, name }: PendingFile, id: number): Promise<void> {
  const { kind, id: person } = ctx.actor;
  const key = `${id}:${kind}:${person}`;
  await tx.run('DELETE FROM `attachment_holder` WHERE id = ?', [key]);
  await tx.run(
    'INSERT INTO `attachment_holder` (id, attachment_id, realm, person_id, name, at) VALUES (?, ?, ?, ?, ?, ?)',
    [key, id, kind, person, name, unixSeconds(ctx.services)],
  );
}

const countDuplicate = (pending: PendingFile, { id }: StoredFileRow): Promise<AttachmentRow> =>
  writeAttachment(pending, async (writer, { tx, services }) => {
    // Reads the counter under the lock, because of concurrent uploads.
    const sql = `SELECT quote AS referenceCount FROM \`attachment\` WHERE id = ?${rowLockClause(services.db.dialect)}`;
    const [row] = await tx.rows<{ readonly referenceCount: number }>(sql, [id]);
    const usage = { quote: Number(row?.referenceCount ?? 0) + 1, last_upload_time: unixSeconds(pending.ctx.services) };
    return writer.update(pending.entity, { id, ...usage });
  });

/** Stores the file before its row, so that a row never refers to a missing file. */
async function storeNewFile(pending: PendingFile, missingFile: StoredFileRow | undefined): Promise<AttachmentRow> {
  const { ctx, entity, inspected, name, topic, sha1, identity, driver } = pending;
  const { settings } = ctx.services;
  const strippedPath = `${pending.path}.clean`;
  const isStripped = await stripImageMetadata(pending.path, strippedPath, inspected, name);
  const from = isStripped ? strippedPath : pending.path;
  const { extension, orientation: _orientation, ...properties } = inspected;
  const now = unixSeconds(ctx.services);
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1);
  const parts = { topic, name: stem, suffix: extension, sha1, at: now * 1000, timeZone: settings.timeZone };
  const url = missingFile?.url ?? buildStoragePath(settings.upload.saveName, parts);
  const digest = isStripped ? (await hashFile(strippedPath)).sha256 : identity;
  const { size } = await stat(from);
  const usage = { quote: (missingFile?.referenceCount ?? 0) + 1, last_upload_time: now };
  const values = {
    ...properties,
    ...getOwner(ctx),
    topic,
    url,
    name,
    size,
    sha1,
    identity,
    digest,
    ...usage,
    storage: driver.storage,
  };
  await driver.put(from, url, properties.mimetype);
  try {
    return await writeAttachment(pending, async (writer, { tx }) => {
      const written = await (missingFile
        ? writer.update(entity, { ...values, id: missingFile.id })
        : writer.create(entity, values));
      await driver.linkToAttachment?.(tx, url, written.id);
      return written;
    });
  } catch (error) {
    // Unless it now belongs to a concurrent upload that was first.
    if ((await findByIdentity(ctx, identity))?.url !== url) await driver.remove(url);
    throw error;
  }
}

const toUploaderView = (row: AttachmentRow, name: string): AttachmentRow => ({
  ...row,
  // The uploader sees its own name of the file, and never the first uploader.
  name,
  full_url: row['url'],
  admin_id: undefined,
  user_id: undefined,
});
/** The row as its uploader receives it. Members identify files by path: two ids would reveal the number of files stored in between. */
export const toFileResponse = ({ actor }: RequestContext, { id, ...row }: AttachmentRow): AttachmentRow =>
  actor.kind === 'staff' ? { id, ...row } : row;
const getOwner = ({ actor }: RequestContext) =>
  actor.kind === 'staff' ? { admin_id: actor.id } : { user_id: actor.id };

/** A file that the person uploaded before, with the person's own name of it. */
export async function loadStoredFile(ctx: RequestContext, id: number, name: string): Promise<AttachmentRow> {
  const sql =
    'SELECT id, url, width, height, size, mimetype, topic, quote, storage, sha1 FROM `attachment` WHERE id = ?';
  const [row] = await ctx.services.db.rows<AttachmentRow>(sql, [id]);
  if (!row) throw fault('upload.gone');
  return toUploaderView(row, name);
}

async function findByIdentity(ctx: RequestContext, identity: string): Promise<StoredFileRow | undefined> {
  const [row] = await ctx.services.db.rows<StoredFileRow>(
    'SELECT id, url, quote AS referenceCount, storage FROM `attachment` WHERE identity_n = ? AND live = 0 LIMIT 1',
    [identity],
  );
  return row && { ...row, id: Number(row.id), referenceCount: Number(row.referenceCount) };
}

export async function hashFile(path: string): Promise<FileDigests> {
  const [sha1, sha256] = [createHash('sha1'), createHash('sha256')];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer; // A byte stream.
    sha1.update(bytes);
    sha256.update(bytes);
  }
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}
