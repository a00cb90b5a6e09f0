/** A mail in the words of its reader's language; what only he may know is masked in the copy that staff can see. */
import { mails as english } from '../../../common/locales/en/mails';
import { mails as chinese } from '../../../common/locales/zh-cn/mails';
import { interpolate } from '../../../common/text/interpolate';
import { beginning } from '../../../common/text/clean';
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
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

const WORDS = { en: english, 'zh-cn': chinese } as const;
/** Values come from people: none may begin a line of a header or hide what it says. */
const plain = (value: string | number): string =>
  beginning(String(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '), 500);

function filled({ template, lang, channel, params = {} }: Mail, site: string, masked: readonly string[]): Letter {
  const words = WORDS[lang][template];
  const values = Object.fromEntries(
    Object.entries({ ...params, site }).map(([name, value]) => [name, masked.includes(name) ? '••••' : plain(value)]),
  );
  const text = channel === 'sms' && 'sms' in words ? words.sms : words.text;
  return { subject: beginning(interpolate(words.subject, values), 200), text: interpolate(text, values) };
}

/** As it is sent. */
export const letterOf = (mail: Mail, site: string): Letter => filled(mail, site, []);
/** As it may be shown. */
export const copyOf = (mail: Mail, site: string): Letter => filled(mail, site, mail.secret ?? []);
