/** `npm run dev`: restarts the server when its sources change and updates the client by hot module replacement, both at one address. */
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

process.chdir(root);
await prepare([], { dev: true });
const port = Number(process.env['PORT'] ?? 8000);
const target = `http://127.0.0.1:${port + 1}`;
const server = spawn(
  process.execPath,
  [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port + 1),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`,
    },
  },
);
server.once('exit', (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.kill(signal));

const { createServer } = await import('vite');
const vite = await createServer({
  configFile: join(root, 'config/vite.config.ts'),
  server: {
    port,
    strictPort: true,
    host: process.env['HOST'] ?? '127.0.0.1',
    proxy: {
      '^/(?!@|node_modules/)': {
        target,
        ws: true,
        xfwd: true,
        bypass: ({ url, headers }) => clientPath(url ?? '/', headers),
      },
    },
  },
});
await vite.listen();
process.stdout.write(`Development at http://127.0.0.1:${port}/admin\n`);

/**
 * Whether Vite serves the request: source files and page navigations. The server handles all other requests.
 * @param {string} url @param {import('node:http').IncomingHttpHeaders} headers
 */
function clientPath(url, headers) {
  const path = decodeURI(url.split('?')[0] ?? '/');
  const file = join(root, 'client', path);
  if (/\.\w+$/.test(path) && existsSync(file) && statSync(file).isFile()) return url;
  if (!headers.accept?.includes('text/html') || headers['server'] === 'true') return undefined;
  if (/^\/admin(\/|$)/.test(path)) return '/admin.html';
  if (/^\/user(\/|$)/.test(path)) return '/member.html';
  return undefined;
}
