/** Texts that are stored as a key: faults of the call log, and terminal tasks. */
import { expect, it } from '@jest/globals';
import { FAULTS } from '../protocol/faults';
import { LANGUAGES } from '../lang';
import { callFaultText } from './storedFaults/callFaults';
import { taskName } from './taskNames';

it('callFaultText: every fault of the gateway has a sentence without parameters', () => {
  const codes = Object.keys(FAULTS).filter((code) => code.startsWith('open.'));
  expect(codes).toContain('open.limit');
  for (const lang of LANGUAGES)
    for (const code of codes)
      expect([code, callFaultText(lang, code)]).toEqual([code, expect.stringMatching(/^[^{]+[.。]$/)]);
  expect(callFaultText('en', 'server.busy')).toBeUndefined();
});

it.each([
  ['app.package', 'Package app', '打包应用'],
  ['version.node', 'Show node version', '查看 node 版本'],
  ['try.ok', 'try.ok', 'try.ok'],
  ['toString', 'toString', 'toString'],
])('taskName: %s', (command, english, chinese) => {
  expect([taskName('en', command), taskName('zh-cn', command)]).toEqual([english, chinese]);
});
