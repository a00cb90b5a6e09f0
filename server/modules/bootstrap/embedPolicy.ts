/**
 * Embed policy (CSP `frame-src` and `frame-ancestors`): which pages the console and the member center may embed, and which of this site's
 * pages may be embedded, both decided by enabled rules.
 */
import type { IncomingMessage } from 'node:http';
import type { Services } from '../../context';
import { cspFrameSource } from '../../platform/http/cspFrameSource';
import { getEntityCache } from '../../platform/rowCache';

const MAX_SOURCES = 100;
/** The rule table of each realm. */
const RULE_TABLES = ['menu_rule', 'user_rule'] as const;
type RuleTable = (typeof RULE_TABLES)[number];
type DatabaseServices = Pick<Services, 'db' | 'clock'>;

/** The URLs that enabled rules embed, in memory until a rule changes. Rules that only add a menu entry are left out. */
function loadEmbeddedUrls({ db, clock }: DatabaseServices, ruleTable: RuleTable): Promise<readonly string[]> {
  const cache = getEntityCache<readonly string[]>({ db, clock }, `embedded URLs of ${ruleTable}`, [ruleTable]);
  return cache.get('all', async () => {
    const rows = await db.rows<{ readonly url: string | null }>(
      `SELECT url FROM \`${ruleTable}\` WHERE menu_type = 'iframe' AND status = 1 AND \`extend\` <> 'add_menu_only' AND delete_time IS NULL ORDER BY id`,
    );
    return rows.flatMap(({ url }) => url ?? []);
  });
}

/** Frame sources of the console's or the member center's pages. */
export async function listFrameSources(services: Services, ruleTable: RuleTable): Promise<readonly string[]> {
  return [...new Set((await loadEmbeddedUrls(services, ruleTable)).flatMap((url) => cspFrameSource(url) ?? []))].slice(
    0,
    MAX_SOURCES,
  );
}

/** Whether a page of this site may be framed by this site: a rule must embed exactly the requested URL, query included. */
export async function isEmbedded(services: Services, { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'iframe') return false;
  const publicOrigin = services.env.publicUrl ?? `http://${headers.host ?? 'localhost'}`;
  const requestedUrl = url.split('#')[0] ?? '';
  const urlsByTable = await Promise.all(RULE_TABLES.map((ruleTable) => loadEmbeddedUrls(services, ruleTable)));
  return urlsByTable.flat().some((embeddedUrl) => {
    if (cspFrameSource(embeddedUrl) === undefined || !URL.canParse(embeddedUrl, publicOrigin)) return false;
    const { origin, pathname, search } = new URL(embeddedUrl, publicOrigin);
    return origin === new URL(publicOrigin).origin && pathname + search === requestedUrl;
  });
}
