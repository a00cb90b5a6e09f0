/** Where emotion puts its styles: with the page's nonce, which the content policy asks for. */
import createCache, { type EmotionCache } from '@emotion/cache';

/** The page's word that its policy lets styles in by. */
export const readCspNonce = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

export function createStyleCache(): EmotionCache {
  const nonce = readCspNonce(document);
  return createCache({ key: 'atrium', prepend: true, ...(nonce ? { nonce } : {}) });
}
