/** Uploads and downloads, against the least code that can do the same on the same disk. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import multer from 'multer';
import { superAdmin, type Caller } from '../testing/callers';
import { setSetting } from '../testing/setSetting';
import { startTestServer, type TestServer } from '../testing/testServer';
import { collectGarbage, runInterleaved, median, ratio, type Result } from './measure';

const MB = 1024 * 1024;
const SIZE = 64 * MB;
const TURNS = 5;
const BIG = 1024 * MB;
const PART = 8 * MB;
const CONTENT_BLOCK = Buffer.alloc(MB, 'house '.repeat(8));

interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly bytes: number;
  /** Makes the content different each time, so that it is never already stored. */
  readonly salt: string;
}
/** Streams a body of so many bytes and returns the response. */
function sendStream({ url, headers, head, tail, bytes, salt }: StreamRequest): Promise<string> {
  const first = Buffer.from(CONTENT_BLOCK);
  first.write(salt, 0, 'latin1');
  return new Promise((resolve, reject) => {
    const length = head.length + bytes + tail.length;
    const outgoing = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } }, (answer) => {
      const chunks: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    outgoing.on('error', reject);
    outgoing.write(head);
    let remainingBytes = bytes;
    const more = () => {
      while (remainingBytes > 0) {
        const block = remainingBytes === bytes ? first : CONTENT_BLOCK;
        const piece = remainingBytes >= block.length ? block : block.subarray(0, remainingBytes);
        remainingBytes -= piece.length;
        if (!outgoing.write(piece)) {
          outgoing.once('drain', more);
          return;
        }
      }
      outgoing.end(tail);
    };
    more();
  });
}

const MULTIPART_HEAD = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\n\r\n');
const MULTIPART_TAIL = Buffer.from('\r\n--x--\r\n');
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

interface Baseline {
  readonly url: string;
  readonly folder: string;
  readonly server: Server;
}
async function startBaseline(): Promise<Baseline> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bare-'));
  const app = express();
  app.post('/upload', multer({ dest: folder }).single('file'), (_request, response) => void response.json({ code: 1 }));
  app.use('/files', express.static(folder));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port
  return { url: `http://127.0.0.1:${port}`, folder, server };
}

const loadTime = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
let sent = 0;
const salt = () => `${Date.now()}-${(sent += 1)}`;

async function throughput(testServer: TestServer, root: Caller, baseline: Baseline): Promise<readonly Result[]> {
  const ownHeaders = { batoken: root.token, server: 'true', ...FORM };
  let stored = '';
  const upload = async (url: string, headers: Readonly<Record<string, string>>) => {
    const text = await sendStream({
      url,
      headers,
      head: MULTIPART_HEAD,
      tail: MULTIPART_TAIL,
      bytes: SIZE,
      salt: salt(),
    });
    const response = JSON.parse(text) as {
      readonly code: number;
      readonly data?: { readonly file: { readonly url: string } };
    };
    if (response.code !== 1) throw new Error(text);
    stored = response.data?.file.url ?? stored;
  };
  const up = await runInterleaved(TURNS, {
    bare: () => loadTime(() => upload(`${baseline.url}/upload`, FORM)),
    house: () => loadTime(() => upload(`${testServer.url}/admin/ajax/upload`, ownHeaders)),
  });
  const name = `served${SIZE}`;
  await sendStream({
    url: `${baseline.url}/upload`,
    headers: FORM,
    head: MULTIPART_HEAD,
    tail: MULTIPART_TAIL,
    bytes: SIZE,
    salt: name,
  });
  const [file = ''] = readdirSync(baseline.folder).filter((one) => statSync(join(baseline.folder, one)).size === SIZE);
  const read = async (url: string) => {
    const response = await fetch(url);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length; // a stream of bytes
    if (bytes !== SIZE) throw new Error(`${url} sent ${bytes} bytes`);
  };
  const down = await runInterleaved(TURNS, {
    bare: () => loadTime(() => read(`${baseline.url}/files/${file}`)),
    house: () => loadTime(() => read(testServer.url + stored)),
  });
  const rate = (times: readonly number[]) => `${Math.round(SIZE / MB / (median(times) / 1000))} MB/s`;
  return [
    {
      name: 'T8 upload of 64 MB beside bare multer, ×',
      value: ratio(up.bare, up.house),
      target: { operator: '>=', bound: 0.7 },
      note: `${rate(up.house)}, bare ${rate(up.bare)}`,
    },
    {
      name: 'T8 download of 64 MB beside static serving, ×',
      value: ratio(down.bare, down.house),
      target: { operator: '>=', bound: 0.8 },
      note: `${rate(down.house)}, static ${rate(down.bare)}`,
    },
  ];
}

/** Maximum additional memory while a gigabyte arrives. */
async function loadPeakMemory(work: () => Promise<unknown>): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  await work();
  clearInterval(timer);
  return (peak - before) / MB;
}

async function benchGigabyte(testServer: TestServer, root: Caller): Promise<Result> {
  const ownHeaders = { batoken: root.token, server: 'true' };
  const growth = await loadPeakMemory(async () => {
    const started = await root.post('/admin/ajax/uploadBegin', { name: 'huge.txt', size: BIG });
    const id = String(started.data.id);
    for (let offset = 0; offset < BIG; offset += PART) {
      const url = `${testServer.url}/admin/ajax/uploadPart?id=${id}&offset=${offset}`;
      const headers = { ...ownHeaders, 'content-type': 'application/octet-stream' };
      await sendStream({ url, headers, head: Buffer.alloc(0), tail: Buffer.alloc(0), bytes: PART, salt: salt() });
    }
    const { code, msg } = await root.post('/admin/ajax/uploadComplete', { id });
    if (code !== 1) throw new Error(msg);
  });
  const note = 'sender and house in one process; 1 GB in parts, judged and stored';
  return { name: 'T8 memory while 1 GB streams, MB', value: growth, target: { operator: '<=', bound: 96 }, note };
}

export async function benchFiles(): Promise<readonly Result[]> {
  const testServer = await startTestServer();
  const baseline = await startBaseline();
  try {
    const root = await superAdmin(testServer);
    for (const name of ['upload_maxsize', 'upload_quota']) await setSetting(testServer, name, 2048);
    return [...(await throughput(testServer, root, baseline)), await benchGigabyte(testServer, root)];
  } finally {
    baseline.server.closeAllConnections();
    baseline.server.close();
    rmSync(baseline.folder, { recursive: true, force: true });
    await testServer.close();
  }
}
