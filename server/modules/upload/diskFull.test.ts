/** A full disk during an upload: the response has a message, nothing remains, and the next file is accepted. Needs the permission to mount. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { superAdmin, type Caller } from '../../testing/callers';
import { startTestServer, type TestServer } from '../../testing/testServer';

const mount = (mountPoint: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mountPoint], { stdio: 'ignore' });
const unmount = (mountPoint: string) => execFileSync('umount', [mountPoint], { stdio: 'ignore' });

function canMount(): boolean {
  const mountPoint = mkdtempSync(join(tmpdir(), 'atrium-mount-'));
  try {
    mount(mountPoint);
    unmount(mountPoint);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(mountPoint, { recursive: true, force: true });
  }
}

(canMount() ? describe : describe.skip)('a full disk', () => {
  let testServer: TestServer;
  let root: Caller;
  beforeAll(async () => {
    testServer = await startTestServer();
    root = await superAdmin(testServer);
  });
  afterAll(() => testServer.close());

  // @case F-07
  it('responds with 507 for a file on a full disk, stores nothing, and accepts the next one', async () => {
    const tmp = join(testServer.env.dataDir, 'tmp');
    const upload = (content: string) => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'big.txt');
      return root.send('POST', '/admin/ajax/upload', { body });
    };
    const content = `${Math.random()}${'x'.repeat(3 * 1024 * 1024)}`;
    const before = await testServer.services.db.rows('SELECT id FROM `attachment`');
    mount(tmp);
    try {
      const { status, code } = await upload(content);
      expect([status, code]).toEqual([507, 507]);
      expect(readdirSync(tmp)).toEqual([]);
    } finally {
      unmount(tmp);
    }
    expect(await testServer.services.db.rows('SELECT id FROM `attachment`')).toEqual(before);
    expect((await upload(content)).code).toBe(1);
  });
});
