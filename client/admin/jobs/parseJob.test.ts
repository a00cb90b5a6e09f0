/** The error of a job in the language of the reader. */
import { expect, it } from '@jest/globals';
import { describeJobError, parseJob } from './parseJob';

const row = { kind: 'apply_design', status: 'failed', error: 'It is taken.' };
const failed = { name: 'check', status: 'failed', at: 1, message: { en: 'It is taken.', 'zh-cn': '已被占用。' } };

it('describeJobError: the texts of the failed steps, and the stored error of an older job', () => {
  const undone = { name: 'menu', status: 'undone', at: 1, message: { en: 'No menu.', 'zh-cn': '没有菜单。' } };
  const job = parseJob({ ...row, steps: [failed, undone] });
  expect(describeJobError(job, 'zh-cn')).toBe('已被占用。 · 没有菜单。');
  expect(describeJobError(parseJob({ ...row, steps: [failed] }), 'en')).toBe('It is taken.');
  expect(describeJobError(parseJob({ ...row, steps: [{ ...failed, message: null }] }), 'zh-cn')).toBe('It is taken.');
  expect(describeJobError(parseJob({ ...row, error: '', steps: [failed] }), 'zh-cn')).toBe('');
});
