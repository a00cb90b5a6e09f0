/** The check finds regular expressions that need more than linear time. */
import { expect, it } from '@jest/globals';
import { checkExpressions, findExpressions, findProblems } from './redosCheck';

const tree = (text: string) => new Map([['server/a.ts', text]]);

it('collects literals and refuses a computed expression that is not in its table', () => {
  const { found, problems } = findExpressions(tree('const a = /x+/g; const b = new RegExp(`${a}`); // /no/'));
  expect(found).toEqual([{ path: 'server/a.ts', expression: '/x+/g' }]);
  expect(problems).toEqual([expect.stringContaining('new RegExp(`${a}`)')]);
});

// @case H1
it('redosCheck: names the quadratic expression of the log and an exponential one, and passes a linear one', async () => {
  const old = String.raw`/(\w+:\/\/[^\s/:@]+:)[^\s/@]+@/g`;
  const all = [old, '/^(a+)+$/', '/^a+$/'];
  const verdicts = await checkExpressions(all);
  const found = all.map((expression) => ({ path: 'server/a.ts', expression }));
  const problems = findProblems(found, verdicts, {});
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain('polynomial');
  expect(problems[1]).toContain('exponential');
  expect(findProblems(found, verdicts, { [old]: 'cut', '/^(a+)+$/': 'cut' })).toEqual([]);
});

it('redosCheck: refuses a reason that no expression needs any more', () => {
  expect(findProblems([], new Map(), { '/x/': 'gone' })).toEqual([expect.stringContaining('/x/')]);
});
