/** The acquisition source of a visitor, for the site's statistics: stored by the first page of the visit, sent once with the registration. */
import { ACQUISITION_KEY, parseAcquisition } from '../../../common/acquisition';

const SEARCH_ENGINES = /(^|\.)(google|bing|baidu|sogou|so|duckduckgo|yandex|yahoo)\.[a-z]{2,3}(\.[a-z]{2})?$/i;

export function classifySource(storedArrival: string | null): string {
  const { source = '', from: referrer = '' } = parseAcquisition(storedArrival) ?? {};
  if (source !== '') return source;
  if (!URL.canParse(referrer)) return 'direct';
  return SEARCH_ENGINES.test(new URL(referrer).hostname) ? 'search' : 'referral';
}

/** Returns the source of this visit; a browser that blocks storage counts as a visit without a stored address. */
export function readAcquisitionSource(): string {
  try {
    return classifySource(window.sessionStorage.getItem(ACQUISITION_KEY));
  } catch {
    return classifySource(null);
  }
}
