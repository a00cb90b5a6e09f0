/** Programs that the machine offers to tests, and sample sizes. */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `mariadb://user:password@127.0.0.1:port/` of the run's server, where each test creates its own database; null without MariaDB. */
export const mariadbUrl = (): string | null => process.env['TEST_MARIADB_URL'] ?? null;

/** Path of the browser for end-to-end tests; null when none is installed. */
export const chromiumPath = (): string | null => process.env['TEST_CHROMIUM'] ?? null;

/** Sample size: small under `npm test`, full under `npm run prove`. */
export const sampleSize = (small: number, full: number): number => (process.env['PROVE'] === '1' ? full : small);

/**
 * A folder that the first test of this run makes and that later tests copy. A test that needs it while it is being made makes another.
 * @returns Its path; null when the run keeps nothing.
 */
export async function createOncePerRun(name: string, make: (folder: string) => Promise<void>): Promise<string | null> {
  const sharedFolder = process.env['TEST_KEPT'];
  if (sharedFolder === undefined) return null;
  const target = join(sharedFolder, name);
  if (existsSync(target)) return target;
  const temporary = mkdtempSync(`${target}.`);
  await make(temporary);
  try {
    renameSync(temporary, target);
  } catch {
    // Another worker was faster: both folders have the same content.
    rmSync(temporary, { recursive: true, force: true });
  }
  return target;
}
