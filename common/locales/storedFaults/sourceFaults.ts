/** Why the catalog of a market source could not be read, as the column `failure` of the source stores it and as screens show it. */
import type { Lang } from '../../lang';

export const sourceFaults = {
  en: {
    forbidden_url: 'The source needs a public https URL.',
    unreachable: 'The source isn’t responding. Try again later.',
    invalid: 'The source sent an invalid response.',
    refused: 'The source rejected the request: {{message}}',
    unlinked: 'No member account is linked to this source.',
  },
  'zh-cn': {
    forbidden_url: '来源必须是以 https 开头的公网地址。',
    unreachable: '来源没有响应，请稍后再试。',
    invalid: '来源返回的内容无法使用。',
    refused: '来源拒绝了请求：{{message}}',
    unlinked: '尚未绑定该来源的会员账号。',
  },
} as const;

const PREFIX = 'market.';
/** Between the code of a fault and the message of the source. */
const SEPARATOR = ': ';

/** The stored text of a fault: its code, and the message of the source if it sent one, such as `market.refused: Closed`. */
export const toStoredFailure = (code: string, message?: string): string =>
  message === undefined ? code : `${code}${SEPARATOR}${message}`;

/** The sentence of a stored failure in the reader's language. Text that was stored without a code is returned unchanged. */
export function sourceFailureText(lang: Lang, stored: string): string {
  const [code = '', ...rest] = stored.split(SEPARATOR);
  const texts: Readonly<Record<string, string>> = sourceFaults[lang];
  const name = code.startsWith(PREFIX) ? code.slice(PREFIX.length) : '';
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text === undefined ? stored : text.replace('{{message}}', () => rest.join(SEPARATOR));
}
