/** What a member got from activation codes and purchases: plugin versions, days of apps, balance and points. */
import { entitlement } from '../../../common/entities/entitlement';
import type { StoredRow } from '../../../common/entity/columns';
import { hasMemberRule, readableColumns } from '../../../common/entity/access';
import { asString, stringOrEmpty } from '../../../common/json';
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import type { OwnGrant } from '../../../common/modules/ownGrant';
import type { LocalizedText } from '../../../common/modules/review';
import { formatCents } from '../../../common/text/cents';
import type { RequestContext, Tx } from '../../context';
import { requireEntity } from '../../engine/requireEntity';
import { selectRowsWhere } from '../../engine/read/selectRowsWhere';
import { unixSeconds } from '../../platform/unixSeconds';
import { placeholders } from '../../platform/database/sql';

/** Grants of each kind in a response, the newest first. */
const MAX_GRANTS = 100;
const NEWEST = ` ORDER BY id DESC LIMIT ${MAX_GRANTS}`;

interface NamedRow {
  readonly id: number;
  readonly title: string | null;
  readonly title_en: string | null;
  readonly version?: string;
  readonly uid?: string;
}
type Names = ReadonlyMap<number, NamedRow>;

/** Names stay readable when the row was hidden or deleted later. */
const VERSIONS_SQL = `SELECT v.id, v.version, p.name AS uid, p.title, p.title_en
  FROM \`plugin_version\` v JOIN \`plugin\` p ON p.id = v.plugin_id WHERE v.id IN `;
const APPS_SQL = 'SELECT id, title, title_en FROM `app` WHERE id IN ';

async function loadNames(tx: Tx, sql: string, rows: readonly StoredRow[], field: string): Promise<Names> {
  const ids = [...new Set(rows.map((row) => Number(row[field] ?? 0)))].filter((id) => id > 0);
  if (ids.length === 0) return new Map();
  const found = await tx.rows<NamedRow>(`${sql}(${placeholders(ids.length)})`, ids);
  return new Map(found.map((row) => [Number(row.id), row]));
}

function getTitles(row: NamedRow | undefined): LocalizedText {
  const [chinese, english] = [stringOrEmpty(row?.title), stringOrEmpty(row?.title_en)];
  return { en: english || chinese, 'zh-cn': chinese || english };
}

const NOTHING = {
  title: { en: '', 'zh-cn': '' },
  uid: '',
  version: '',
  until: null,
  isOver: false,
  amount: '',
  isReversed: false,
};

function toEntitlementGrant(row: StoredRow, versions: Names, apps: Names, now: number): OwnGrant {
  const version = versions.get(Number(row['plugin_version_id'] ?? 0));
  const base = { ...NOTHING, key: String(Number(row['public_id'])), time: Number(row['create_time']) };
  const source = row['code_id'] === null ? 'purchase' : 'code';
  if (row['app_id'] === null)
    return {
      ...base,
      kind: 'version',
      source,
      title: getTitles(version),
      uid: version?.uid ?? '',
      version: version?.version ?? '',
    };
  const until = row['until'] === null ? null : Number(row['until']);
  return {
    ...base,
    kind: 'app',
    source,
    title: getTitles(apps.get(Number(row['app_id']))),
    until,
    isOver: until !== null && until <= now,
  };
}

async function listEntitlements(tx: Tx, { actor, services }: RequestContext): Promise<readonly OwnGrant[]> {
  const where = { sql: '`user_id` = ? AND `delete_time` IS NULL', params: [actor.id] };
  const rows = await selectRowsWhere(tx, entitlement, where, NEWEST);
  const versions = await loadNames(tx, VERSIONS_SQL, rows, 'plugin_version_id');
  const apps = await loadNames(tx, APPS_SQL, rows, 'app_id');
  return rows.map((row) => toEntitlementGrant(row, versions, apps, unixSeconds(services)));
}

const RULES = { money: 'account/balance', score: 'account/integral' } as const;

/** The ledger entries of redeemed codes; none for readers who may not see amounts. */
async function listBookings(tx: Tx, ctx: RequestContext, kind: LedgerKind): Promise<readonly OwnGrant[]> {
  const { actor, services } = ctx;
  const entity = requireEntity(services, LEDGERS[kind]);
  if (!hasMemberRule(actor, RULES[kind]) || !readableColumns(actor, entity).some(({ name }) => name === kind))
    return [];
  const where = { sql: "`user_id` = ? AND `type` = 'activation'", params: [actor.id] };
  const rows = await selectRowsWhere(tx, entity, where, NEWEST);
  const refs = rows.map(({ id }) => `reversal:${Number(id)}`);
  const reversals =
    refs.length === 0
      ? []
      : await selectRowsWhere(tx, entity, { sql: `\`ref\` IN (${placeholders(refs.length)})`, params: refs });
  const reversed = new Set(reversals.map(({ ref }) => asString(ref)));
  return rows.map((row) => ({
    ...NOTHING,
    key: stringOrEmpty(row['receipt']),
    kind,
    source: 'code',
    time: Number(row['create_time']),
    amount: kind === 'money' ? formatCents(Number(row[kind])) : String(Number(row[kind])),
    isReversed: reversed.has(`reversal:${Number(row['id'])}`),
  }));
}

/** The grants of the calling member, the newest first. */
export async function listGrants(tx: Tx, ctx: RequestContext): Promise<readonly OwnGrant[]> {
  const grants = [
    ...(await listEntitlements(tx, ctx)),
    ...(await listBookings(tx, ctx, 'money')),
    ...(await listBookings(tx, ctx, 'score')),
  ];
  return grants.sort((one, other) => other.time - one.time);
}
