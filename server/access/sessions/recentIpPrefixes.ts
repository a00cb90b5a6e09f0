/** Known networks of an account: the IP prefixes at which it was used recently. */
import type { Services } from '../../context';
import { getIpPrefix } from '../limits/rateLimits';
import type { Realm } from '../../../common/realm';

/** The IP prefixes of the account's newest 50 sessions. */
export async function recentIpPrefixes(services: Services, realm: Realm, id: number): Promise<ReadonlySet<string>> {
  const rows = await services.db.rows<{ readonly ip: string }>(
    'SELECT ip FROM `session` WHERE realm = ? AND principal = ? AND support IS NULL ORDER BY seen_at DESC LIMIT 50',
    [realm, id],
  );
  return new Set(rows.map(({ ip }) => getIpPrefix(ip)));
}
