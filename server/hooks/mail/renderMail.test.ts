/** Text messages fit into one part and say the code first; what staff see of one hides it. */
import { expect, it } from '@jest/globals';
import { renderMaskedMail, renderMail, type Mail } from './renderMail';

/** One part of a text message: 160 characters of its small alphabet, 70 where one of them is another. */
const SMALL = /^[\w@£$¥ .,:;!?'"()+\-/\n&%*=<>#]*$/;
const fitsOnePart = (text: string): number => (SMALL.test(text) ? 160 : 70);

const cases = (['code', 'retrieve'] as const).flatMap((template) =>
  (['en', 'zh-cn'] as const).map((lang) => ({ template, lang })),
);

it.each(cases)('the text message “$template” in $lang is one short part that says the code', ({ template, lang }) => {
  const params = { code: '042917', minutes: 10 };
  const mail: Mail = { channel: 'sms', to: '13900001111', template, lang, params, secret: ['code'] };
  const site = lang === 'en' ? 'Riverside Software' : '江畔软件科技';
  const { text } = renderMail(mail, site);
  expect(text.length).toBeLessThanOrEqual(fitsOnePart(text));
  for (const rendered of ['042917', '10', site]) expect(text).toContain(rendered);
  expect(text.indexOf('042917')).toBeLessThan(30);
  expect(text).not.toMatch(/https?:|\{\{/);
  // The mail says more, and has a subject besides.
  expect(renderMail({ ...mail, channel: 'mail' }, site).text).not.toBe(text);
  const { text: copy } = renderMaskedMail(mail, site);
  expect(copy).not.toContain('042917');
  expect(copy).toContain('••••');
});
