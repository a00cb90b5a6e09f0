import { expect, it } from '@jest/globals';
import { createEscapeStripper } from './escapeStripper';

it('removes escape sequences, also those that two chunks share, and keeps the rest', () => {
  const strip = createEscapeStripper();
  const chunks = ['\u001b[1G\u001b[0Kready \u001b[3', '2mgreen\u001b[0m [1m', '\u001b', '[?25l done'];
  expect(chunks.map(strip).join('')).toBe('ready green [1m done');
  const long = `${'\u001b['.repeat(20_000)}m`;
  const started = performance.now();
  expect(createEscapeStripper()(long).length).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(500);
});
