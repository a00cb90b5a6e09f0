/** The language of a response: that of the client's header or query, else of the browser's preferences, else the site's default. */
import type { IncomingMessage } from 'node:http';
import type { Lang } from '../../../common/lang';

const parseLang = (text: unknown): Lang | undefined => {
  if (typeof text !== 'string') return undefined;
  const tag = text.trim().toLowerCase();
  if (/^zh(-[a-z0-9]{1,8})*$/.test(tag)) return 'zh-cn';
  return /^en(-[a-z0-9]{1,8})*$/.test(tag) ? 'en' : undefined;
};

export function negotiateLanguage<F extends Lang | undefined>(
  request: Pick<IncomingMessage, 'headers'>,
  param: string | undefined,
  fallback: F,
): Lang | F {
  const chosen = parseLang(request.headers['think-lang']) ?? parseLang(param);
  const accepted = request.headers['accept-language'];
  if (chosen || accepted === undefined) return chosen ?? fallback;
  const preferred = accepted
    .split(',')
    .map((part) => {
      const [name = '', ...options] = part.split(';');
      const weight = Number(/q=([\d.]+)/.exec(options.join(';'))?.[1] ?? 1);
      return { lang: parseLang(name), weight };
    })
    .filter(({ lang, weight }) => lang !== undefined && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return preferred[0]?.lang ?? fallback;
}
