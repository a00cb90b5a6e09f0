/** Where emotion puts its styles: with the page's nonce, which the content policy asks for. */
import createCache, { type EmotionCache } from '@emotion/cache';

export function createStyleCache(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'atrium', prepend: true, ...(nonce ? { nonce } : {}) });
}
