/** Serves the pages of packed apps that run, below `/apps/<app>/`: only the files that the packaging unpacked. */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ExpressExchange } from '../../engine/http/dispatch';
import type { Services } from '../../context';
import { packageFolder } from '../../hooks/apps/appPackages';
import { stoppedAppPage } from '../../platform/http/builtinPages';
import { setBaseHeaders, setPageHeaders } from '../../platform/http/securityHeaders';
import { siteTextsIn } from '../../platform/settings';

const PREFIX = '/apps/';
const ADDRESS = /^\/apps\/([1-9]\d{0,14})(\/([a-z]{0,20}(?:\.[a-z]{2,4})?))?$/;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
};
/** Scripts, styles, images and connections of this origin only; nobody may frame the app, and it inserts no HTML. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
/** Packages in memory, a few kilobytes each. */
const MAX_PACKAGES = 50;

interface PageFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
}
type Package = ReadonlyMap<string, PageFile>;

export interface PackedApps {
  /** Whether the target of a request belongs to packed apps. */
  readonly owns: (url: string) => boolean;
  readonly handle: (incoming: ExpressExchange) => Promise<void>;
}

export function createPackedApps(services: Services): PackedApps {
  const packages = new Map<string, Package>();
  const load = async (appId: number, containerId: string): Promise<Package> => {
    const known = packages.get(containerId);
    if (known !== undefined) return known;
    const loaded = await readPackage(packageFolder(services.env, appId, containerId));
    if (loaded.size > 0) packages.set(containerId, loaded);
    const [oldest] = packages.keys();
    if (packages.size > MAX_PACKAGES && oldest !== undefined) packages.delete(oldest);
    return loaded;
  };
  return {
    owns: (url) => url.startsWith(PREFIX),
    handle: async (incoming) => {
      const [path = ''] = incoming.request.url.split('?', 1);
      const [, id, below, name = ''] = ADDRESS.exec(path) ?? [];
      const containerId = id === undefined ? undefined : await findContainer(services, Number(id));
      if (containerId !== undefined && below === undefined) {
        redirect(incoming, `${path}/`);
        return;
      }
      const files = containerId === undefined ? undefined : await load(Number(id), containerId);
      const file = files?.get(name === '' ? 'index.html' : name);
      if (file === undefined) sendStoppedPage(services, incoming);
      else sendFile(incoming, file);
    },
  };
}

/** The package that runs: of an app that is enabled and whose enterprise is. */
async function findContainer({ db }: Services, appId: number): Promise<string | undefined> {
  const [row] = await db.rows<{ container_id: string }>(
    `SELECT a.container_id FROM \`app\` a JOIN \`enterprise\` e ON e.id = a.company_id AND e.status = 1 AND e.delete_time IS NULL
     WHERE a.id = ? AND a.status = 1 AND a.delete_time IS NULL AND a.container_id IS NOT NULL`,
    [appId],
  );
  return row?.container_id;
}

async function readPackage(folder: string): Promise<Package> {
  const names = await readdir(folder).catch(() => []);
  const files = names.map(async (name): Promise<readonly [string, PageFile]> => {
    const bytes = await readFile(join(folder, name));
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [name, { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` }];
  });
  return new Map(await Promise.all(files));
}

function redirect({ response }: ExpressExchange, address: string): void {
  setBaseHeaders(response);
  response.writeHead(308, { Location: address, 'Cache-Control': 'no-store' }).end();
}

function sendFile({ request, response }: ExpressExchange, { bytes, type, etag }: PageFile): void {
  setBaseHeaders(response);
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Type', type);
  response.setHeader('ETag', etag);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function sendStoppedPage({ settings }: Services, { response, lang }: ExpressExchange): void {
  const nonce = randomUUID().replaceAll('-', '');
  setPageHeaders(response, nonce);
  response.statusCode = 404;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const { siteName } = siteTextsIn(settings, lang);
  response.end(stoppedAppPage({ lang, nonce, siteName, stylesheets: [] }));
}
