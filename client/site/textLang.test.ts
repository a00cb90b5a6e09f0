/** The language of texts that differ from the language of their page. */
import { expect, it } from '@jest/globals';
import { langAttribute } from './textLang';

it.each([
  ['en', '我们的新办公室', { lang: 'zh-CN' }],
  ['en', '使用 Docker 部署', { lang: 'zh-CN' }],
  ['en', 'Our office in 上海', {}],
  ['en', 'Our new office', {}],
  ['en', '2026-11-28', {}],
  ['zh-cn', 'Our new office is open', { lang: 'en' }],
  ['zh-cn', 'Atrium Cloud', {}],
  ['zh-cn', '欢迎使用 Atrium Cloud for Teams', {}],
  ['zh-cn', '2026-11-28', {}],
] as const)('on a page in %s, “%s” has the attribute %j', (pageLang, text, attribute) => {
  expect(langAttribute(text, pageLang)).toEqual(attribute);
});
