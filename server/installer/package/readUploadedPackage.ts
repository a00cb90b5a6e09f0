/** Reads the bytes of a package from the body of an upload request, or from a stored upload. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../../common/protocol/faults';
import { PACKAGE_LIMITS } from './manifest';
import type { RouteCall } from '../../engine/http/routeRegistry';

async function readBytes({ request }: RouteCall): Promise<Buffer> {
  if (!/^application\/(octet-stream|zip)\b/i.test(request.headers['content-type'] ?? '')) throw fault('body.type');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer; // a stream without an encoding yields Buffers
    size += bytes.length;
    if (size > PACKAGE_LIMITS.archiveBytes) throw fault('body.too_large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** A stored attachment by its address. Error: `row.missing` for anything that is none. */
async function readAttachment({ ctx: { services } }: RouteCall, url: string): Promise<Buffer> {
  const rows = await services.db.rows<{ readonly url: string }>(
    "SELECT url FROM `attachment` WHERE url = ? AND storage = 'local' AND delete_time IS NULL LIMIT 1",
    [url],
  );
  const [row] = rows;
  if (row === undefined) throw fault('row.missing');
  const path = join(services.env.dataDir, row.url);
  const size = (await stat(path).catch(() => undefined))?.size;
  if (size === undefined) throw fault('row.missing');
  if (size > PACKAGE_LIMITS.archiveBytes) throw fault('body.too_large');
  return readFile(path);
}

/** The query `file` names an attachment; without it, the body is the package. Errors: `row.missing`, `body.type`, `body.too_large`. */
export function readUploadedPackage(call: RouteCall): Promise<Buffer> {
  const { file } = call.query;
  return typeof file === 'string' ? readAttachment(call, file) : readBytes(call);
}
