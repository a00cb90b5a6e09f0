/** Hooks of market sources: a URL is an origin, and its key is good for this URL only. */
import { marketSource } from '../../../common/entities/marketSource';
import { translateFault } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { decrypt, encrypt } from '../../access/crypto/crypto';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { assertPublicUrl, isListedHost } from '../../platform/ssrfGuard';

const PURPOSE = 'market_source';
const NEEDS_HTTPS = {
  en: translateFault('en', fault('market.forbidden_url')),
  'zh-cn': translateFault('zh-cn', fault('market.forbidden_url')),
};

/** Encrypts the key of a member for the source at a URL. */
export const encryptMarketKey = (keys: readonly string[], url: string, marketKey: string): string =>
  encrypt(keys, PURPOSE, url, marketKey);
/** The key; undefined when no application key decrypts it, or the source has another URL. */
export const decryptMarketKey = (keys: readonly string[], url: string, sealed: string): string | undefined =>
  decrypt(keys, PURPOSE, url, sealed);

/** The origin of a URL without a path, user name or query; undefined for any other. */
export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol, pathname, search, hash, username, password } = new URL(text);
  const isOrigin = [username, password, search, hash].every((part) => part === '') && pathname === '/';
  return isOrigin && (protocol === 'https:' || protocol === 'http:') ? origin : undefined;
}

export const marketSourceHooks = defineHooks(marketSource, {
  beforeWrite: ({ services: { env } }, changes, before) => {
    if (changes.url === undefined) return changes;
    const url = readOrigin(changes.url);
    if (url === undefined) throw fault('row.invalid', undefined, { fields: [{ path: 'url', code: 'url' }] });
    assertPublicUrl(env, 'url', url);
    if (new URL(url).protocol === 'http:' && !isListedHost(new URL(url), env))
      throw fault('row.invalid', undefined, { fields: [{ path: 'url', code: 'url', message: NEEDS_HTTPS }] });
    if (before?.url === url) return { ...changes, url };
    return { ...changes, url, account: '', sealed_key: null, checked_time: null, failure: '' };
  },
});
