/** The sources of the marketplace, with their decrypted keys. */
import { marketSource } from '../../../common/entities/marketSource';
import type { StoredRow } from '../../../common/entity/columns';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import type { Services } from '../../context';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { decryptMarketKey } from '../../hooks/market/marketSourceHooks';

export interface MarketSource {
  readonly id: number;
  readonly title: string;
  /** Origin. */
  readonly url: string;
  /** Empty while no account is linked. */
  readonly marketKey: string;
  /** Why it could not be read the last time; empty if it could. */
  readonly failure: string;
}

const toSource = ({ env }: Services, row: StoredRow): MarketSource => {
  const [url, sealed] = [stringOrEmpty(row['url']), stringOrEmpty(row['sealed_key'])];
  const marketKey = sealed === '' ? '' : (decryptMarketKey(env.appKeys, url, sealed) ?? '');
  return {
    id: Number(row['id']),
    title: stringOrEmpty(row['title']),
    url,
    marketKey,
    failure: stringOrEmpty(row['failure']),
  };
};

/** The enabled sources. */
export async function listSources(services: Services): Promise<readonly MarketSource[]> {
  const where = { sql: 'status = 1 AND delete_time IS NULL', params: [] };
  const rows = await selectRowsWhere(services.db, marketSource, where, ' ORDER BY weigh DESC, id');
  return rows.map((row) => toSource(services, row));
}

/** Error: `row.missing` for a source that is disabled or does not exist. */
export async function requireSource(services: Services, id: number): Promise<MarketSource> {
  const source = (await listSources(services)).find((candidate) => candidate.id === id);
  if (source === undefined) throw fault('row.missing');
  return source;
}
