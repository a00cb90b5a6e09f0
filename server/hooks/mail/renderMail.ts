/** A mail in the words of its reader's language; what only he may know is masked in the copy that staff can see. */
import { mails as english } from '../../../common/locales/en/mails';
import { mails as chinese } from '../../../common/locales/zh-cn/mails';
import { interpolate } from '../../../common/text/interpolate';
import { truncate } from '../../../common/text/normalize';
import type { Lang } from '../../context';

export type TemplateName = keyof typeof english;
export interface Mail {
  /** An e-mail unless it says otherwise; a text message has no subject. */
  readonly channel?: 'mail' | 'sms';
  readonly to: string;
  readonly template: TemplateName;
  readonly lang: Lang;
  /** Values of the template, besides `site`. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Names among them that only the recipient may see. */
  readonly secret?: readonly string[];
  /** Unix seconds before which it does not leave. */
  readonly notBefore?: number;
  /** Unix seconds after which it helps nobody any more. */
  readonly expires?: number;
  /** The member or the admin it concerns. */
  readonly userId?: number;
  readonly adminId?: number;
}
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
}

const TEMPLATES = { en: english, 'zh-cn': chinese } as const;
/** Values come from people: none may begin a line of a header or hide what it says. */
const stripControlChars = (value: string | number): string =>
  truncate(String(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), 500);

function render({ template, lang, channel, params = {} }: Mail, site: string, masked: readonly string[]): RenderedMail {
  const texts = TEMPLATES[lang][template];
  const values = Object.fromEntries(
    Object.entries({ ...params, site }).map(([name, value]) => [
      name,
      masked.includes(name) ? '••••' : stripControlChars(value),
    ]),
  );
  const text = channel === 'sms' && 'sms' in texts ? texts.sms : texts.text;
  return { subject: truncate(interpolate(texts.subject, values), 200), text: interpolate(text, values) };
}

/** As it is sent. */
export const renderMail = (mail: Mail, site: string): RenderedMail => render(mail, site, []);
/** As it may be shown. */
export const renderMaskedMail = (mail: Mail, site: string): RenderedMail => render(mail, site, mail.secret ?? []);
