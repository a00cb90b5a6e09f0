/** The language of an answer: what the client says, else what the browser prefers, else the house's own. */
import type { IncomingMessage } from 'node:http';
import type { Lang } from '../../kit';

const known = (text: string): Lang | undefined => {
  const wanted = text.trim().toLowerCase();
  if (/^zh(-[a-z0-9]{1,8})*$/.test(wanted)) return 'zh-cn';
  return /^en(-[a-z0-9]{1,8})*$/.test(wanted) ? 'en' : undefined;
};

export function languageOf(request: IncomingMessage, param: string | undefined, fallback: Lang): Lang {
  const chosen = known(String(request.headers['think-lang'] ?? '')) ?? known(param ?? '');
  if (chosen) return chosen;
  const preferred = String(request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [name = '', ...options] = part.split(';');
      const weight = Number(/q=([\d.]+)/.exec(options.join(';'))?.[1] ?? 1);
      return { lang: known(name), weight };
    })
    .filter(({ lang, weight }) => lang !== undefined && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return preferred[0]?.lang ?? fallback;
}
