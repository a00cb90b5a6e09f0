/** Email templates: renders mails in the reader's language; the copy for staff masks values that only the recipient may see. */
import { MASK } from '../../../common/mask';
import { mails as english } from '../../../common/locales/en/mails';
import { mails as chinese } from '../../../common/locales/zh-cn/mails';
import { interpolate } from '../../../common/text/interpolate';
import { truncate } from '../../../common/text/normalize';
import type { Lang } from '../../../common/lang';

export type TemplateName = keyof typeof english;
export interface Mail {
  /** Default `mail`; a text message has no subject. */
  readonly channel?: 'mail' | 'sms';
  readonly to: string;
  readonly template: TemplateName;
  readonly lang: Lang;
  /** Values of the template, except `site`. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Names of params that only the recipient may see. */
  readonly secret?: readonly string[];
  /** Unix seconds; the mail is not sent earlier. */
  readonly notBefore?: number;
  /** Unix seconds; the mail is not sent later. */
  readonly expires?: number;
  /** The member or the admin that the mail concerns. */
  readonly userId?: number;
  readonly adminId?: number;
}
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
}

const TEMPLATES = { en: english, 'zh-cn': chinese } as const;
/** Values come from people: removes control characters, which could start a new header line or hide text. */
const stripControlChars = (value: string | number): string =>
  truncate(String(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), 500);

function render({ template, lang, channel, params = {} }: Mail, site: string, masked: readonly string[]): RenderedMail {
  const texts = TEMPLATES[lang][template];
  const values = Object.fromEntries(
    Object.entries({ ...params, site }).map(([name, value]) => [
      name,
      masked.includes(name) ? MASK : stripControlChars(value),
    ]),
  );
  const text = channel === 'sms' && 'sms' in texts ? texts.sms : texts.text;
  return { subject: truncate(interpolate(texts.subject, values), 200), text: interpolate(text, values) };
}

/** The mail as sent. */
export const renderMail = (mail: Mail, site: string): RenderedMail => render(mail, site, []);
/** The mail as staff may see it. */
export const renderMaskedMail = (mail: Mail, site: string): RenderedMail => render(mail, site, mail.secret ?? []);
