/** Where a visitor came from, for the house's statistics: noted by the first page of the visit, told once, with the registration. */
import { ARRIVAL_KEY, arrivalIn } from '../../../common/arrival';

const SEARCHERS = /(^|\.)(google|bing|baidu|sogou|so|duckduckgo|yandex|yahoo)\.[a-z]{2,3}(\.[a-z]{2})?$/i;

export function sourceOf(noted: string | null): string {
  const { source = '', from = '' } = arrivalIn(noted) ?? {};
  if (source !== '') return source;
  if (!URL.canParse(from)) return 'direct';
  return SEARCHERS.test(new URL(from).hostname) ? 'search' : 'referral';
}

/** A browser that blocks storage knows nothing. */
export function sourceOfVisit(): string {
  try {
    return sourceOf(window.sessionStorage.getItem(ARRIVAL_KEY));
  } catch {
    return sourceOf(null);
  }
}
