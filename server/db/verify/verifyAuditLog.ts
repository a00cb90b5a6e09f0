/** Checks the audit log: every entry matches its HMAC, none is missing, and none was added outside the server. */
import type { AnyEntity } from '../../../common/entity/entity';
import { decodeRow } from '../../engine/schema/model';
import { toLoggedRow } from '../../engine/write/stages/recordChange';
import type { Tx } from '../../context';
import { computeDigests, computeLink } from '../../live/log/auditChain';
import { quoteIdentifier } from '../../platform/database/sql';
import type { CheckResult } from './finding';

interface ChainLink {
  readonly seq: number;
  readonly eid: number;
  readonly digest: string;
  readonly link: string;
}
interface ChainWalk {
  link: string;
  count: number;
  readonly problems: string[];
}
const PAGE_SIZE = 1000;

/** Follows the chain from its first link to the head and verifies each entry's HMAC. */
export async function verifyAuditLog(tx: Tx, entity: AnyEntity, keys: readonly string[]): Promise<CheckResult> {
  const walk: ChainWalk = { link: '', count: 0, problems: [] };
  for (let after = 0, more = true; more;) {
    const links = await tx.rows<ChainLink>(
      'SELECT seq, eid, digest, link FROM journal_chain WHERE seq > ? ORDER BY seq LIMIT ?',
      [after, PAGE_SIZE],
    );
    await followPage(tx, { entity, keys, links, walk });
    after = Number(links.at(-1)?.seq ?? after);
    more = links.length === PAGE_SIZE;
  }
  walk.problems.push(...(await findLooseEnds(tx, entity, walk.link)));
  return { count: walk.count, findings: walk.problems.map((what) => ({ rule: 'journal', where: entity.name, what })) };
}

interface ChainPage {
  readonly entity: AnyEntity;
  readonly keys: readonly string[];
  readonly links: readonly ChainLink[];
  readonly walk: ChainWalk;
}
async function followPage(tx: Tx, { entity, keys, links, walk }: ChainPage): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ eid }) => Number(eid));
  const rows = await tx.rows<{ readonly id: number }>(
    `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id IN (${ids.map(() => '?').join(',')})`,
    ids,
  );
  const images = new Map(rows.map((raw) => [Number(raw.id), toLoggedRow(entity, decodeRow(entity, raw))]));
  for (const { seq, eid, digest, link } of links) {
    const image = images.get(Number(eid));
    if (image === undefined) walk.problems.push(`entry ${eid} is missing`);
    else if (!computeDigests(keys, image).includes(digest)) walk.problems.push(`entry ${eid} is not as it was written`);
    if (computeLink(walk.link, digest) !== link) walk.problems.push(`the chain is broken at change ${seq}`);
    walk.link = link;
    walk.count += 1;
  }
}

/** Violations that the chain alone does not show: a truncated chain, and entries without a link. */
async function findLooseEnds(tx: Tx, entity: AnyEntity, last: string): Promise<string[]> {
  const [head] = await tx.rows<{ chain: string | null }>('SELECT chain FROM change_head WHERE id = 1');
  const unchained = await tx.rows<{ id: number }>(
    `SELECT e.id FROM ${quoteIdentifier(entity.name)} e LEFT JOIN journal_chain c ON c.eid = e.id WHERE c.eid IS NULL LIMIT 100`,
  );
  return [
    ...((head?.chain ?? '') === last ? [] : ['the chain ends before its head']),
    ...unchained.map(({ id }) => `entry ${id} is missing in the hash chain`),
  ];
}
