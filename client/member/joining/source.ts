/** Where a visitor came from, for the house's statistics: told once, with the registration. */
const SEARCHERS = /(^|\.)(google|bing|baidu|sogou|so|duckduckgo|yandex|yahoo)\.[a-z.]+$/i;

export function sourceOf(referrer: string, search: URLSearchParams): string {
  const given = search.get('source') ?? '';
  if (['invitation', 'app', 'referral', 'search'].includes(given)) return given;
  if (!URL.canParse(referrer)) return 'direct';
  const { host, hostname } = new URL(referrer);
  if (host === window.location.host) return 'direct';
  return SEARCHERS.test(hostname) ? 'search' : 'referral';
}
