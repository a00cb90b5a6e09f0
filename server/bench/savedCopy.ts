/** A baseline server: sends saved files of a page and of everything that a browser requests for it, like a static file server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listen, type BaselineServer } from './listen';

interface SavedFile {
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}
/** Texts are compressed once; images are already small. */
const isText = (type: string): boolean => /^(?:text|application)\//.test(type);

/** Sends the files of the copy; a file that was not requested before is fetched from `origin` and stored. */
export async function startSavedCopy(origin: string): Promise<BaselineServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-copy-'));
  const saved = new Map<string, SavedFile>();
  const save = async ({ url = '/', headers: { accept = '*/*' } }: IncomingMessage): Promise<SavedFile> => {
    const navigation: Readonly<Record<string, string>> = accept.includes('text/html')
      ? { 'sec-fetch-mode': 'navigate' }
      : {};
    const response = await fetch(origin + url, { headers: { accept, 'accept-language': 'en', ...navigation } });
    const type = response.headers.get('content-type') ?? '';
    const body = Buffer.from(await response.arrayBuffer());
    const file = join(folder, String(saved.size));
    await writeFile(file, isText(type) ? gzipSync(body) : body);
    const cache = response.headers.get('cache-control') ?? 'no-cache';
    const encoding: Readonly<Record<string, string>> = isText(type) ? { 'Content-Encoding': 'gzip' } : {};
    const headers = { 'Content-Type': type, 'Cache-Control': cache, ...encoding };
    saved.set(url, { file, headers });
    return { file, headers };
  };
  const server = createServer((request, response) => {
    const send = async () => {
      const { file, headers } = saved.get(request.url ?? '/') ?? (await save(request));
      const body = await readFile(file);
      response.writeHead(200, { ...headers, 'Content-Length': body.length }).end(body);
    };
    void send().catch(() => response.writeHead(502).end());
  });
  const { url, close } = await listen(server);
  return {
    url,
    close: () => {
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
