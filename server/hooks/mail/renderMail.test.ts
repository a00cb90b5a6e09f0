/** Text messages fit into one part and start with the code; the copy for staff hides the code. */
import { expect, it } from '@jest/globals';
import { renderMaskedMail, renderMail, type Mail } from './renderMail';

/** One SMS part: 160 characters of the GSM 7-bit alphabet, or 70 characters otherwise. */
const SMALL = /^[\w@£$¥ .,:;!?'"()+\-/\n&%*=<>#]*$/;
const fitsOnePart = (text: string): number => (SMALL.test(text) ? 160 : 70);

const cases = (['code', 'retrieve'] as const).flatMap((template) =>
  (['en', 'zh-cn'] as const).map((lang) => ({ template, lang })),
);

it.each(cases)(
  'renderMail: text message “$template” in $lang is one part that starts with the code',
  ({ template, lang }) => {
    const params = { code: '042917', minutes: 10 };
    const mail: Mail = { channel: 'sms', to: '13900001111', template, lang, params, secret: ['code'] };
    const site = lang === 'en' ? 'Riverside Software' : '江畔软件科技';
    const { text } = renderMail(mail, site);
    expect(text.length).toBeLessThanOrEqual(fitsOnePart(text));
    for (const rendered of ['042917', '10', site]) expect(text).toContain(rendered);
    expect(text.indexOf('042917')).toBeLessThan(30);
    expect(text).not.toMatch(/https?:|\{\{/);
    // The email is longer and has a subject.
    expect(renderMail({ ...mail, channel: 'mail' }, site).text).not.toBe(text);
    const { text: copy } = renderMaskedMail(mail, site);
    expect(copy).not.toContain('042917');
    expect(copy).toContain('••••');
  },
);
