/** Names of terminal tasks. */
import { expect, it } from '@jest/globals';
import { taskName } from './taskNames';

it.each([
  ['app.package', 'Package app', '打包应用'],
  ['version.node', 'Show node version', 'node 版本'],
  ['try.ok', 'try.ok', 'try.ok'],
  ['toString', 'toString', 'toString'],
])('taskName: %s', (command, english, chinese) => {
  expect([taskName('en', command), taskName('zh-cn', command)]).toEqual([english, chinese]);
});
