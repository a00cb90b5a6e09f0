/** Failures of the code of modules, in the language of the reader. */
import { expect, it } from '@jest/globals';
import { hookFailure, translateHookFailure } from './hookFailures';

it.each([
  [hookFailure('slow', { hook: 'before:note', ms: 2000 }), 'before:note 的运行时间超过 2000 毫秒'],
  [hookFailure('ended', { reason: 'SIGKILL' }), '进程已结束（SIGKILL）'],
  [`after:note: ${hookFailure('memory')}`, 'after:note: 代码占用内存过多'],
  [hookFailure('cannot_write'), '写入前运行的钩子不能写入数据'],
  ['TypeError: x is undefined', 'TypeError: x is undefined'],
  ['', ''],
])('translateHookFailure: %s', (stored, chinese) => {
  expect([translateHookFailure('en', stored), translateHookFailure('zh-cn', stored)]).toEqual([stored, chinese]);
});
