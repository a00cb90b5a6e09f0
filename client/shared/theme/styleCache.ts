/** The style cache of emotion; its style elements have the page’s nonce, which the CSP requires. */
import createCache, { type EmotionCache } from '@emotion/cache';

/** The nonce of the page’s CSP; undefined if the page has none. */
export const readCspNonce = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

export function createStyleCache(): EmotionCache {
  const nonce = readCspNonce(document);
  return createCache({ key: 'atrium', prepend: true, ...(nonce ? { nonce } : {}) });
}
