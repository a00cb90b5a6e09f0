/** Writes messages that would leave the server into a folder that automated checks read; never in production. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Services } from '../context';

/** Writes one message as `<kind>-<name>.json`, when the operator has named a folder for it. */
export function writeTestSink({ env, clock }: Services, kind: string, name: string, content: object): void {
  if (env.testSinks === null || env.production) return;
  mkdirSync(env.testSinks, { recursive: true });
  const safeName = name.replace(/[^\w-]/g, '_').slice(0, 80);
  const text = JSON.stringify({ kind, ...content, at: Math.floor(clock.now() / 1000) });
  writeFileSync(join(env.testSinks, `${kind}-${safeName}.json`), text);
}
