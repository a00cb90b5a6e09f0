/** Reads the result file of a Jest run: number of passed, failed and skipped tests, and the failed files. */
import { readFileSync } from 'node:fs';

/**
 * Counts the tests by result. A test file that Jest could not load counts as one failure, and so does a missing result file.
 * @param {string} results
 * @param {readonly string[]} without Files that a second run repeated; the results of that run count.
 */
export function readCounts(results, without = []) {
  const files = filesIn(results);
  if (files === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const counted = files.filter(({ name }) => !without.includes(name));
  const tests = counted.flatMap(({ assertionResults }) => assertionResults);
  const count = (/** @type {string[]} */ ...status) => tests.filter((test) => status.includes(test.status)).length;
  const unread = counted.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  return { passed: count('passed'), failed: count('failed') + unread.length, skipped: count('pending', 'todo') };
}

/**
 * Paths of the failed test files.
 * @param {string} results
 */
export const failedFiles = (results) =>
  (filesIn(results) ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);

/**
 * @typedef {{ readonly name: string; readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }} FileResult
 * @param {string} results
 * @returns {readonly FileResult[] | undefined} Undefined: the run wrote no result file.
 */
function filesIn(results) {
  try {
    return JSON.parse(readFileSync(results, 'utf8')).testResults;
  } catch {
    return undefined;
  }
}
