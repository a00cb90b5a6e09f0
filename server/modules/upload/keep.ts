/** Keeps a judged file: the same content only once, counted up each time it is given again, within what a person may store. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { basename } from 'node:path';
import { SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { LIMITS } from '../../../common/limits';
import { Fault, fault } from '../../../common/protocol/faults';
import { noteWrite } from '../../behaviours/journal';
import { lockClause } from '../../engine/write/hookContext';
import type { HookContext, TxWriter, Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';
import type { Digests } from './hashing';
import { judge, stripPicture, type Judged } from './judge';
import type { Place, Places } from './place';
import { saveName } from './saveName';

export interface Received {
  readonly path: string;
  readonly originalname: string;
  readonly size: number;
  /** Made while it arrived, if they were. */
  readonly digests?: Promise<Digests | undefined>;
}
interface Stored {
  readonly id: number;
  readonly url: string;
  readonly quote: number;
  readonly storage: string;
}
export type FileRow = Readonly<Record<string, unknown>>;
/** One file on its way into the store. */
interface Arriving {
  readonly ctx: RequestContext;
  readonly writer: Writer;
  readonly entity: AnyEntity;
  readonly path: string;
  readonly name: string;
  readonly topic: string;
  readonly judged: Judged;
  readonly sha1: string;
  /** Of what was sent: what makes two uploads the same file. */
  readonly identity: string;
  readonly place: Place;
}
/** What is to be kept, and where. */
interface Keeping {
  readonly file: Received;
  readonly topic: string;
  readonly places: Places;
  /** What its sender says it is; refused when it is something else. */
  readonly sha1?: string;
}

/** A name without what no name may hold. */
export const cleanName = (name: string): string =>
  basename(name)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-100);

export async function keep(
  ctx: RequestContext,
  writer: Writer,
  { file, topic, places, sha1: said }: Keeping,
): Promise<FileRow> {
  const entity = ctx.services.registry.get('attachment');
  if (!entity || file.size === 0 || file.originalname === '') throw fault('upload.incomplete');
  const name = cleanName(file.originalname);
  const judged = await judge(file.path, name, ctx.services.settings.upload.allowed);
  const { sha1, sha256: identity } = (await file.digests) ?? (await hashesOf(file.path));
  if (said !== undefined && said !== sha1) throw fault('upload.differs');
  const facts = { name, topic: safeTopic(topic), judged, sha1, identity, place: places.current };
  const arriving: Arriving = { ctx, writer, entity, path: file.path, ...facts };
  await checkRoom(ctx, file.size);
  const known = await findStored(ctx, identity);
  if (known && (await places.of(known.storage)?.has(known.url)) === true) return count(arriving, known);
  try {
    return await store(arriving, known);
  } catch (error) {
    // Somebody else gave the same file at the same moment: his is kept, ours counts.
    const first =
      error instanceof Fault && error.code === 'row.duplicate' ? await findStored(ctx, identity) : undefined;
    if (!first) throw error;
    return count(arriving, first);
  }
}

export const safeTopic = (topic: string): string =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(topic) ? topic.slice(0, 40) : 'default';

/** What a person may store, and what the disk must keep free for everybody. */
export async function checkRoom({ actor, services }: RequestContext, size: number): Promise<void> {
  const [held] = await services.db.rows<{ readonly files: number; readonly bytes: number | null }>(
    'SELECT COUNT(*) AS files, SUM(a.size) AS bytes FROM `attachment_holder` h JOIN `attachment` a ON a.id = h.attachment_id WHERE h.realm = ? AND h.person_id = ? AND a.delete_time IS NULL',
    [actor.realm, actor.id],
  );
  const bytes = Number(held?.bytes ?? 0) + size;
  if (bytes > services.settings.upload.quotaBytes || Number(held?.files ?? 0) >= LIMITS.uploadFiles)
    throw fault('upload.quota');
  const disk = await statfs(services.env.dataDir);
  const reserve = Math.min(LIMITS.diskReserve * disk.blocks * disk.bsize, LIMITS.diskReserveMost);
  if (disk.bavail * disk.bsize - size < reserve) throw fault('upload.quota');
}

const asSystem = ({ mid: _mid, ...ctx }: RequestContext): RequestContext => ({ ...ctx, actor: SYSTEM });
const secondsNow = ({ services }: RequestContext) => Math.floor(services.clock.now() / 1000);

/** Writes a row and whose it is too, at once or not at all. Every column of an attachment is kept by the server. */
const write = (
  arriving: Arriving,
  work: (writer: TxWriter, hook: HookContext) => Promise<{ readonly id: number; readonly row: FileRow }>,
) =>
  arriving.writer.inTransaction(asSystem(arriving.ctx), async (writer, hook) => {
    const written = await work(writer, hook);
    await hold(hook, arriving, written.id);
    await noteUpload(hook, arriving, written);
    return shown(written.row, arriving.name);
  });

/** Uploads of staff stand in the admin log. */
const noteUpload = (
  hook: HookContext,
  { ctx, entity, name, topic }: Arriving,
  { id, row }: { readonly id: number; readonly row: FileRow },
) => noteWrite(hook, ctx, { entity, verb: 'upload', ids: [id], data: { name, topic, size: Number(row['size']) } });

async function hold({ tx }: HookContext, { ctx, name }: Arriving, id: number): Promise<void> {
  const { realm, id: person } = ctx.actor;
  const key = `${id}:${realm}:${person}`;
  await tx.run('DELETE FROM `attachment_holder` WHERE id = ?', [key]);
  await tx.run(
    'INSERT INTO `attachment_holder` (id, attachment_id, realm, person_id, name, at) VALUES (?, ?, ?, ?, ?, ?)',
    [key, id, realm, person, name, secondsNow(ctx)],
  );
}

const count = (arriving: Arriving, { id }: Stored): Promise<FileRow> =>
  write(arriving, async (writer, { tx, services }) => {
    // As it stands under the lock: others count at the same moment.
    const sql = `SELECT quote FROM \`attachment\` WHERE id = ?${lockClause(services.db.dialect)}`;
    const [row] = await tx.rows<{ readonly quote: number }>(sql, [id]);
    const times = { quote: Number(row?.quote ?? 0) + 1, last_upload_time: secondsNow(arriving.ctx) };
    return writer.update(arriving.entity, { id, ...times });
  });

/** The file first, then its row: a row never names a file that is not there. */
async function store(arriving: Arriving, lost: Stored | undefined): Promise<FileRow> {
  const { ctx, entity, judged, name, topic, sha1, identity, place } = arriving;
  const { settings } = ctx.services;
  const clean = `${arriving.path}.clean`;
  const isClean = await stripPicture(arriving.path, clean, judged, name);
  const from = isClean ? clean : arriving.path;
  const { suffix, orientation: _orientation, ...facts } = judged;
  const now = secondsNow(ctx);
  const stem = suffix === '' ? name : name.slice(0, -suffix.length - 1);
  const parts = { topic, name: stem, suffix, sha1, at: now * 1000, timeZone: settings.timeZone };
  const url = lost?.url ?? saveName(settings.upload.saveName, parts);
  const digest = isClean ? (await hashesOf(clean)).sha256 : identity;
  const { size } = await stat(from);
  const times = { quote: (lost?.quote ?? 0) + 1, last_upload_time: now };
  const draft = {
    ...facts,
    ...ownerOf(ctx),
    topic,
    url,
    name,
    size,
    sha1,
    identity,
    digest,
    ...times,
    storage: place.storage,
  };
  await place.put(from, url, facts.mimetype);
  try {
    return await write(arriving, async (writer, { tx }) => {
      const written = await (lost ? writer.update(entity, { ...draft, id: lost.id }) : writer.create(entity, draft));
      await place.settle?.(tx, url, written.id);
      return written;
    });
  } catch (error) {
    // Unless it is by now the file of whoever came first.
    if ((await findStored(ctx, identity))?.url !== url) await place.drop(url);
    throw error;
  }
}

const shown = (row: FileRow, name: string): FileRow => ({
  ...row,
  // The uploader sees his own name for it, whoever brought it first, and never who that was.
  name,
  full_url: row['url'],
  admin_id: undefined,
  user_id: undefined,
});
/** The row as its uploader gets it. Members know files by their address: two ids tell how many files were stored between them. */
export const fileAnswer = ({ actor }: RequestContext, { id, ...row }: FileRow): FileRow =>
  actor.realm === 'staff' ? { id, ...row } : row;
const ownerOf = ({ actor }: RequestContext) =>
  actor.realm === 'staff' ? { admin_id: actor.id } : { user_id: actor.id };

/** A file somebody was given already, under his own name for it. */
export async function keptFile(ctx: RequestContext, id: number, name: string): Promise<FileRow> {
  const sql =
    'SELECT id, url, width, height, size, mimetype, topic, quote, storage, sha1 FROM `attachment` WHERE id = ?';
  const [row] = await ctx.services.db.rows<FileRow>(sql, [id]);
  if (!row) throw fault('upload.gone');
  return shown(row, name);
}

async function findStored(ctx: RequestContext, identity: string): Promise<Stored | undefined> {
  const [row] = await ctx.services.db.rows<Stored>(
    'SELECT id, url, quote, storage FROM `attachment` WHERE identity_n = ? AND live = 0 LIMIT 1',
    [identity],
  );
  return row && { ...row, id: Number(row.id), quote: Number(row.quote) };
}

export async function hashesOf(path: string): Promise<Digests> {
  const [sha1, sha256] = [createHash('sha1'), createHash('sha256')];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer; // a stream of bytes
    sha1.update(bytes);
    sha256.update(bytes);
  }
  return { sha1: sha1.digest('hex'), sha256: sha256.digest('hex') };
}
