/** What the machine offers the tests and how much of it they shall use. */

/** `mariadb://user:password@127.0.0.1:port/` of the run's private server, where a test makes its own database; null when there is none. */
export const mariadbUrl = (): string | null => process.env['TEST_MARIADB_URL'] ?? null;

/** The browser for end-to-end tests; null when none is installed. */
export const chromiumPath = (): string | null => process.env['TEST_CHROMIUM'] ?? null;

/** Sample size: small under `npm test`, the full number the issue names under `npm run prove`. */
export const samples = (small: number, full: number): number => (process.env['PROVE'] === '1' ? full : small);
