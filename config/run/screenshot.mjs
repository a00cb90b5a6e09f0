/** Takes the screenshot of the README from a running build: `npm run picture`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { prepare, root } from './prepare.mjs';
import { findTool } from '../findTool.mjs';

const PORT = '8753';
const url = `http://127.0.0.1:${PORT}`;
const password = 'Picture-2026';

await prepare();
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-picture-'));
const server = spawn(process.execPath, [join(root, '.build/server/main.mjs')], {
  cwd: root,
  env: { ...process.env, PORT, DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'error' },
  stdio: 'inherit',
});
const browser = await chromium.launch({ executablePath: findTool('chromium') ?? '', args: ['--no-sandbox'] });
try {
  await untilReady();
  const [left, right] = await Promise.all([openWindow('light'), openWindow('dark')]);
  await left.goto(`${url}/admin/news`);
  await right.goto(`${url}/admin/news/59`);
  await right.locator('#main input').first().waitFor();
  const title = right.locator('#main input').first();
  await title.fill(`${await title.inputValue()} – and lively`);
  await left.locator('#main table').waitFor();
  await Promise.all([left.waitForTimeout(800), right.waitForTimeout(800)]);
  const shots = await Promise.all([left, right].map((page) => page.screenshot({ type: 'png' })));
  const sheet = await browser.newPage({ viewport: { width: 1480, height: 640 } });
  const pictures = shots.map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" width="712">`);
  await sheet.setContent(
    `<body style="margin:0;display:flex;gap:16px;padding:20px;background:#e9eaf0">${pictures.join('')}</body>` +
      '<style>img{border-radius:10px;box-shadow:0 6px 24px #0003}</style>',
  );
  await sheet.waitForTimeout(300);
  await sheet.screenshot({ path: join(root, '.github/console.png') });
} finally {
  await browser.close();
  server.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilReady() {
  for (let tries = 0; tries < 300; tries += 1) {
    const ready = await globalThis.fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error('the product was not ready in time');
}

/** @param {'light' | 'dark'} colorScheme */
async function openWindow(colorScheme) {
  const context = await browser.newContext({ colorScheme, locale: 'en-US', viewport: { width: 1440, height: 1200 } });
  const page = await context.newPage();
  await page.goto(`${url}/admin/login`);
  await page.locator('input[autocomplete=username]').fill('admin');
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  return page;
}
