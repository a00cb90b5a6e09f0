/** Durations in hours, minutes or seconds, in both languages. */
import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../lang';
import { translateFault } from '../../locales/translate';
import { fault } from '../../protocol/faults';

it.each([
  [1, '1 second', '请在 1 秒钟后再试'],
  [60, '60 seconds', '请在 60 秒钟后再试'],
  [61, '2 minutes', '请在 2 分钟后再试'],
  [3600, '60 minutes', '请在 60 分钟后再试'],
  [83_868, '24 hours', '请在 24 小时后再试'],
])('a refusal for %d seconds says %j and %j', (seconds, en, zh) => {
  const texts = LANGUAGES.map((lang) => translateFault(lang, fault('auth.throttled', { seconds })));
  expect(texts[0]).toBe(`Too many attempts. Try again in ${en}.`);
  expect(texts[1]).toContain(zh);
});
