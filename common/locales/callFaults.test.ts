/** The sentences of the call log. */
import { expect, it } from '@jest/globals';
import { FAULTS } from '../protocol/faults';
import { LANGUAGES } from '../lang';
import { callFaultText } from './callFaults';

it('callFaultText: every fault of the gateway has a sentence without parameters', () => {
  const codes = Object.keys(FAULTS).filter((code) => code.startsWith('open.'));
  expect(codes).toContain('open.limit');
  for (const lang of LANGUAGES)
    for (const code of codes)
      expect([code, callFaultText(lang, code)]).toEqual([code, expect.stringMatching(/^[^{]+[.。]$/)]);
  expect(callFaultText('en', 'server.busy')).toBeUndefined();
});
