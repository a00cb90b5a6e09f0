/** Durations in hours, minutes or seconds, in both languages. */
import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../lang';
import { translateFault } from '../../locales/translate';
import { fault } from '../../protocol/faults';

it.each([
  [1, '1 second', '1秒'],
  [60, '60 seconds', '60秒'],
  [61, '2 minutes', '2分钟'],
  [3600, '60 minutes', '60分钟'],
  [83_868, '24 hours', '24小时'],
])('a refusal for %d seconds says %j and %j', (seconds, en, zh) => {
  const texts = LANGUAGES.map((lang) => translateFault(lang, fault('auth.throttled', { seconds })));
  expect(texts[0]).toBe(`Too many attempts. Try again in ${en}.`);
  expect(texts[1]).toContain(zh);
});
