/** Checks stored files against their attachments. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../../context';
import type { Finding, CheckResult } from './finding';

interface AttachmentRow {
  readonly id: number;
  readonly url: string;
  readonly digest: string | null;
}

async function loadProblem(path: string, { url, digest }: AttachmentRow): Promise<string | undefined> {
  if (!existsSync(path)) return `${url} is not on the disk`;
  // Attachments from before digests were stored.
  if (digest === null) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash);
  return hash.digest('hex') === digest ? undefined : `${url} is not what was stored`;
}

export async function verifyFiles(tx: Tx, dataDir: string): Promise<CheckResult> {
  const rows = await tx.rows<AttachmentRow>(
    "SELECT id, url, digest FROM `attachment` WHERE storage = 'local' AND delete_time IS NULL",
  );
  const findings: Finding[] = [];
  for (const row of rows) {
    const what = await loadProblem(join(dataDir, row.url), row);
    if (what !== undefined) findings.push({ rule: 'file', where: `attachment ${row.id}`, what });
  }
  return { count: rows.length, findings };
}
