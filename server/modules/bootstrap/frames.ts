/** Which pages the console and the member centre may hold, and which of our own let themselves be held: what their enabled rules embed, nothing else. */
import type { IncomingMessage } from 'node:http';
import type { Services } from '../../context';
import { frameSource } from '../../platform/http/frameSource';

const MOST = 100;
/** Where it is written what a side embeds. */
const RULES = ['menu_rule', 'user_rule'] as const;
type Rules = (typeof RULES)[number];

/** Read anew for every page: a changed rule counts from the next load on. A rule that only adds an entry to the menu opens nothing. */
async function embeddedUrls({ db }: Pick<Services, 'db'>, rules: Rules): Promise<readonly string[]> {
  const rows = await db.rows<{ readonly url: string | null }>(
    `SELECT url FROM \`${rules}\` WHERE menu_type = 'iframe' AND status = 1 AND \`extend\` <> 'add_menu_only' AND delete_time IS NULL ORDER BY id`,
  );
  return rows.flatMap(({ url }) => url ?? []);
}

/** Of the console's pages, or of the member centre's. */
export async function frameSources(services: Services, rules: Rules): Promise<readonly string[]> {
  return [...new Set((await embeddedUrls(services, rules)).flatMap((url) => frameSource(url) ?? []))].slice(0, MOST);
}

/** Whether our own page may stand in a frame of ours: a rule embeds exactly the address asked for, query included. */
export async function isEmbedded(services: Services, { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  const into = headers['sec-fetch-dest'];
  if (into !== undefined && into !== 'iframe') return false;
  const own = services.env.publicUrl ?? `http://${headers.host ?? 'localhost'}`;
  const asked = url.split('#')[0] ?? '';
  const all = await Promise.all(RULES.map((rules) => embeddedUrls(services, rules)));
  return all.flat().some((one) => {
    if (frameSource(one) === undefined || !URL.canParse(one, own)) return false;
    const { origin, pathname, search } = new URL(one, own);
    return origin === new URL(own).origin && pathname + search === asked;
  });
}
