/** An S3-compatible store that really listens, checks signatures and their time, and can be told to fail, to hang or to go away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { StoreSettings } from '../kit';
import { openS3 } from '../modules/upload/objects/s3';
import { put } from './settings';
import type { World } from './world';

export type StoreMood = 'well' | 'fails' | 'hangs' | 'drops';
export interface ObjectServer {
  readonly url: string;
  readonly settings: StoreSettings;
  /** Method and path of every request that came. */
  readonly asked: string[];
  mood: StoreMood;
  /** An address to send to whose time is over. */
  readonly over: (size: number, type: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const BUCKET = 'atrium-files';
/** The only account the server knows. */
const KEY = 'S3RVER';
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>PUT</AllowedMethod><AllowedMethod>GET</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>';

export async function openObjectServer(): Promise<ObjectServer> {
  const directory = mkdtempSync(join(tmpdir(), 'atrium-objects-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [CORS] }] });
  await store.configureBuckets();
  const answer = store.callback();
  const asked: string[] = [];
  const opened: { mood: StoreMood } = { mood: 'well' };
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${String(request.url).split('?')[0] ?? ''}`);
    if (opened.mood === 'well') answer(request, response);
    else if (opened.mood === 'drops') request.socket.destroy();
    else if (opened.mood === 'fails') response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
    // Whoever hangs says nothing at all.
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port
  const settings: StoreSettings = {
    ...{ endpoint: url, region: 'us-east-1', bucket: BUCKET, keyId: KEY, secret: () => KEY },
    ...{ pathStyle: true, publicUrl: '', params: {}, patience: 1_000 },
  };
  return Object.assign(opened, {
    url,
    settings,
    asked,
    over: async (size: number, type: string) => {
      const at = new Date(Date.now() - 3_600_000);
      return (await openS3(settings, ['127.0.0.1']).offer('incoming/over', { size, type, seconds: 60, at })).url;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  });
}

/** Sets a world up for the store, as its owner would on the configuration screen. */
export async function useObjectServer(
  world: World,
  { settings }: ObjectServer,
  seal: (path: string, body: object) => Promise<unknown>,
): Promise<void> {
  await put(world, 'upload_url', settings.endpoint);
  await put(world, 'upload_bucket', settings.bucket);
  await put(world, 'upload_key_id', settings.keyId);
  const [row] = await world.kit.db.rows<{ id: number }>("SELECT id FROM `config` WHERE name = 'upload_key_secret'");
  await seal('/admin/config/seal', { id: Number(row?.id), value: settings.secret() });
  await put(world, 'upload_mode', 's3');
}
