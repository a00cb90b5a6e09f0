/** The law of the journal: every entry is as it was sealed, none is missing, none was added by another door. */
import type { AnyEntity } from '../../common/entity/entity';
import { decodeRow } from '../engine/schema/model';
import { logImage } from '../engine/write/recordChange';
import type { Tx } from '../context';
import { digestsOf, linkOf } from '../live/chain';
import { ident } from '../platform/sql';
import type { Seen } from './finding';

interface Link {
  readonly seq: number;
  readonly eid: number;
  readonly digest: string;
  readonly link: string;
}
interface Walk {
  link: string;
  count: number;
  readonly wrong: string[];
}
const PAGE = 1000;

/** Follows the chain from its first link to the head and holds each entry against its seal. */
export async function verifyJournal(tx: Tx, entity: AnyEntity, keys: readonly string[]): Promise<Seen> {
  const walk: Walk = { link: '', count: 0, wrong: [] };
  for (let after = 0, more = true; more;) {
    const links = await tx.rows<Link>(
      'SELECT seq, eid, digest, link FROM journal_chain WHERE seq > ? ORDER BY seq LIMIT ?',
      [after, PAGE],
    );
    await follow(tx, { entity, keys, links, walk });
    after = Number(links.at(-1)?.seq ?? after);
    more = links.length === PAGE;
  }
  walk.wrong.push(...(await looseEnds(tx, entity, walk.link)));
  return { count: walk.count, findings: walk.wrong.map((what) => ({ law: 'journal', where: entity.name, what })) };
}

interface Stretch {
  readonly entity: AnyEntity;
  readonly keys: readonly string[];
  readonly links: readonly Link[];
  readonly walk: Walk;
}
async function follow(tx: Tx, { entity, keys, links, walk }: Stretch): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ eid }) => Number(eid));
  const rows = await tx.rows<{ readonly id: number }>(
    `SELECT * FROM ${ident(entity.name)} WHERE id IN (${ids.map(() => '?').join(',')})`,
    ids,
  );
  const images = new Map(rows.map((raw) => [Number(raw.id), logImage(entity, decodeRow(entity, raw))]));
  for (const { seq, eid, digest, link } of links) {
    const image = images.get(Number(eid));
    if (image === undefined) walk.wrong.push(`entry ${eid} is missing`);
    else if (!digestsOf(keys, image).includes(digest)) walk.wrong.push(`entry ${eid} is not as it was written`);
    if (linkOf(walk.link, digest) !== link) walk.wrong.push(`the chain is broken at change ${seq}`);
    walk.link = link;
    walk.count += 1;
  }
}

/** What the links themselves cannot tell: a chain cut short, and entries nobody sealed. */
async function looseEnds(tx: Tx, entity: AnyEntity, last: string): Promise<string[]> {
  const [head] = await tx.rows<{ chain: string | null }>('SELECT chain FROM change_head WHERE id = 1');
  const loose = await tx.rows<{ id: number }>(
    `SELECT e.id FROM ${ident(entity.name)} e LEFT JOIN journal_chain c ON c.eid = e.id WHERE c.eid IS NULL LIMIT 100`,
  );
  return [
    ...((head?.chain ?? '') === last ? [] : ['the chain ends before its head']),
    ...loose.map(({ id }) => `entry ${id} was never sealed`),
  ];
}
