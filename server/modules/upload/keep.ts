/** Keeps a judged file: the same content only once, counted up each time it is given again. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { fault } from '../../../common/protocol/faults';
import type { Writer } from '../../engine/writer';
import type { Ctx } from '../../kit';
import { judge } from './judge';
import { DEFAULT_TEMPLATE, saveName } from './saveName';

interface Received {
  readonly path: string;
  readonly originalname: string;
  readonly size: number;
}
interface Stored {
  readonly id: number;
  readonly url: string;
  readonly quote: number;
}
export type FileRow = Readonly<Record<string, unknown>>;

export async function keep(ctx: Ctx, writer: Writer, file: Received, topic: string): Promise<FileRow> {
  const entity = ctx.kit.registry.get('attachment');
  if (!entity || file.size === 0 || file.originalname === '') throw fault('upload.incomplete');
  const name = basename(file.originalname)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(-100);
  const judged = await judge(file.path, name);
  const sha1 = await hashOf(file.path);
  const now = Math.floor(ctx.kit.clock.now() / 1000);
  const known = await findStored(ctx, sha1, file.size);
  if (known && existsSync(join(ctx.kit.env.dataDir, known.url))) {
    const counted = { id: known.id, quote: known.quote + 1, last_upload_time: now };
    return shown((await writer.update(asSystem(ctx), entity, counted)).row, name);
  }
  const { suffix, ...facts } = judged;
  const stem = name.slice(0, -suffix.length - 1);
  const safeTopic = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(topic) ? topic.slice(0, 40) : 'default';
  const url = saveName(DEFAULT_TEMPLATE, { topic: safeTopic, name: stem, suffix, sha1, at: new Date(now * 1000) });
  const draft = {
    ...facts,
    ...ownerOf(ctx),
    topic: safeTopic,
    url,
    name,
    size: file.size,
    sha1,
    quote: 1,
    storage: 'local',
    last_upload_time: now,
  };
  return store(ctx, writer, { entity, draft, from: file.path, to: join(ctx.kit.env.dataDir, url), name });
}

interface Moving {
  readonly entity: AnyEntity;
  readonly draft: Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

/** The file first, then its row: a row never names a file that is not there. */
async function store(ctx: Ctx, writer: Writer, { entity, draft, from, to, name }: Moving): Promise<FileRow> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  try {
    return shown((await writer.create(asSystem(ctx), entity, draft)).row, name);
  } catch (error) {
    await unlink(to).catch(() => undefined);
    throw error;
  }
}

const shown = (row: Readonly<Record<string, unknown>>, name: string): FileRow => ({
  ...row,
  // The uploader sees his own name for it, whoever brought it first, and never who that was.
  name,
  full_url: row['url'],
  admin_id: undefined,
  user_id: undefined,
});
const ownerOf = ({ actor }: Ctx) => (actor.realm === 'staff' ? { admin_id: actor.id } : { user_id: actor.id });
/** Every column of an attachment is kept by the server; whose upload it was stands in the row. */
const asSystem = ({ mid: _mid, ...ctx }: Ctx): Ctx => ({ ...ctx, actor: SYSTEM });

async function findStored(ctx: Ctx, sha1: string, size: number): Promise<Stored | undefined> {
  const [row] = await ctx.kit.db.rows<Stored>(
    "SELECT id, url, quote FROM `attachment` WHERE sha1 = ? AND size = ? AND storage = 'local' AND delete_time IS NULL LIMIT 1",
    [sha1, size],
  );
  return row && { id: Number(row.id), url: row.url, quote: Number(row.quote) };
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha1');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // a stream of bytes
  return hash.digest('hex');
};
