/** Reads the rows of the public site as a guest sees them: published rows, public columns, one snapshot for a page. */
import { GUEST, grantedRows, readableColumns } from '../../../common/entity/access';
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Filter, SortKey } from '../../../common/entity/filter';
import { MATCH_ALL } from '../../../common/entity/filter';
import { projectRow, type WireRow } from '../../../common/entity/projectRow';
import { compileFilter, defaultSort } from '../../../common/query/compileFilter';
import { LIMITS } from '../../../common/limits';
import type { Services, Tx } from '../../context';
import { joinWithAnd, filterToSql, notDeleted, orderSql, type SqlFragment } from '../../engine/read/filterToSql';
import { publicReadError } from '../../engine/read/publicReads';
import { decodeColumns, selectList } from '../../engine/schema/model';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';
import { DEADLINE_SQL } from '../../platform/database/sqliteReader';

export interface RowsQuery {
  readonly where?: Filter;
  /** The order of the entity's list by default. */
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  /** Whether long columns, such as formatted texts, are read too. */
  readonly withLongColumns?: true;
  /** The only columns that are read; all that guests read when absent. */
  readonly columns?: readonly string[];
}

export interface NamedApp {
  readonly title: string;
  readonly title_en: string | null;
  readonly info: string;
  readonly info_en: string | null;
  readonly icon: string;
}

export interface LayoutTemplate {
  readonly sign: string;
  readonly settings: unknown;
}

export interface SiteReader {
  /** Published rows of an entity; none when guests may not read it. */
  readonly rows: (entity: string, query?: RowsQuery) => Promise<readonly WireRow[]>;
  /** The number of published rows, at most `limit`; by default as many as visitors read of a list. */
  readonly count: (entity: string, where?: Filter, limit?: number) => Promise<number>;
  /** URLs of attachments by their ids. */
  readonly fileUrls: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /**
   * Title, summary and icon of apps that a published product or case names. Guests cannot read apps; naming one on a published row is
   * what publishes these columns.
   */
  readonly namedApps: (ids: readonly number[]) => Promise<readonly NamedApp[]>;
  /** Notes that the page depends on rows of an entity that this reader does not read itself. */
  readonly dependOn: (entity: string) => void;
  /** Names of all entities whose changes may change the page. */
  readonly dependencies: ReadonlySet<string>;
  readonly tx: Tx;
  /** Sign and settings of an enabled template of the website; guests cannot read others. */
  readonly layoutTemplate: (id: number) => Promise<LayoutTemplate | undefined>;
  /** The entities of the unsaved rows that the reader shows. */
  readonly overlaidEntities: ReadonlySet<string>;
}

const DEFAULT_LIMIT = 200;

/** An unsaved row that a preview shows in place of the stored one. */
export interface RowOverlay {
  readonly entity: string;
  /** As guests would read it if it were published. */
  readonly row: WireRow & { readonly id: number };
}

/** Runs `work` with a reader in one snapshot of the database. Error: `request.too_slow` after the deadline of public reads. */
export async function readSite<T>(
  services: Services,
  work: (reader: SiteReader) => Promise<T>,
  overlays: readonly RowOverlay[] = [],
): Promise<T> {
  const read = (tx: Tx) =>
    work(
      overlays.reduce(
        (reader, overlay) => withOverlay(services, reader, overlay),
        createSiteReader(services, tx, overlays),
      ),
    );
  try {
    return await services.db.snapshotWithin(LIMITS.publicReadMs, read, 'row');
  } catch (error) {
    throw publicReadError(error);
  }
}

/** A reader that shows an unsaved row: in place of the stored row, or first where the stored one is absent. */
function withOverlay({ registry }: Services, reader: SiteReader, overlay: RowOverlay): SiteReader {
  const entity = registry.get(overlay.entity);
  if (entity === undefined) return reader;
  const { row } = overlay;
  return {
    ...reader,
    overlaidEntities: new Set([...reader.overlaidEntities, overlay.entity]),
    layoutTemplate: async (id) =>
      overlay.entity === 'site_template' && id === row.id
        ? { sign: stringOrEmpty(row['sign']), settings: row['form_data'] }
        : reader.layoutTemplate(id),
    rows: async (name, query = {}) => {
      const rows = await reader.rows(name, query);
      if (name !== overlay.entity) return rows;
      const isShown = compileFilter(entity, query.where ?? MATCH_ALL)(overlay.row);
      const position = rows.findIndex(({ id }) => id === overlay.row.id);
      const others = rows.filter(({ id }) => id !== overlay.row.id);
      return isShown ? others.toSpliced(Math.max(0, position), 0, overlay.row) : others;
    },
  };
}

const NAMED_APP_COLUMNS = "title, title_en, COALESCE(info, '') AS info, info_en, COALESCE(icon, '') AS icon";

/** The rows that guests read, with the parts of the unsaved rows, which a preview shows as published. */
function readableRows(
  entity: AnyEntity,
  overlays: readonly RowOverlay[],
  registry: Services['registry'],
): Filter | undefined {
  const granted = grantedRows(GUEST, entity, 'read');
  if (granted === undefined || entity.spec.fields['parent_shown'] === undefined) return granted;
  const parts = overlays.flatMap(({ entity: parent, row }) =>
    (registry.get(parent)?.spec.children ?? [])
      .filter((child) => child.entity === entity.name)
      .map(({ by }): Filter => ({
        all: [
          { field: 'status', op: '=', value: 1 },
          { field: by, op: '=', value: row.id },
        ],
      })),
  );
  return parts.length === 0 ? granted : { some: [granted, ...parts] };
}

function createSiteReader({ registry, db }: Services, tx: Tx, overlays: readonly RowOverlay[]): SiteReader {
  const dependencies = new Set<string>();
  // MariaDB ends a statement at its deadline by itself.
  const deadline: readonly SqlFragment[] = db.dialect === 'sqlite' ? [{ sql: DEADLINE_SQL, params: [] }] : [];
  const publicEntity = (name: string): { readonly entity: AnyEntity; readonly policy: SqlFragment } | undefined => {
    dependencies.add(name);
    const entity = registry.get(name);
    const granted = entity && readableRows(entity, overlays, registry);
    if (entity === undefined || granted === undefined) return undefined;
    return { entity, policy: joinWithAnd([filterToSql(entity, granted, db.dialect), notDeleted(entity), ...deadline]) };
  };
  return {
    tx,
    dependencies,
    overlaidEntities: new Set(),
    layoutTemplate: async (id) => {
      dependencies.add('site_template');
      const sql =
        "SELECT sign, form_data FROM `site_template` WHERE id = ? AND type = 'website' AND status = 1 AND delete_time IS NULL";
      const [row] = await tx.rows<{ readonly sign: string; readonly form_data: string | null }>(sql, [id]);
      return row && { sign: row.sign, settings: JSON.parse(row.form_data ?? '{}') };
    },
    dependOn: (name) => void dependencies.add(name),
    rows: async (name, query = {}) => {
      const { where = MATCH_ALL, sort, limit = DEFAULT_LIMIT, offset = 0, withLongColumns, columns: named } = query;
      const known = publicEntity(name);
      if (known === undefined) return [];
      const { entity, policy } = known;
      const columns = readableColumns(GUEST, entity).filter(
        (column) => (withLongColumns === true || !column.long) && named?.includes(column.name) !== false,
      );
      const condition = joinWithAnd([policy, filterToSql(entity, where, db.dialect)]);
      const order = orderSql(entity, sort ?? defaultSort(entity));
      const sql = `SELECT ${selectList(entity, columns)} FROM ${quoteIdentifier(entity.name)} WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?`;
      const rows = await tx.rows<object>(sql, [...condition.params, limit, offset]);
      return rows.map((row) => projectRow(entity, decodeColumns(columns, row), columns));
    },
    count: async (name, where = MATCH_ALL, limit = LIMITS.publicListRows) => {
      const known = publicEntity(name);
      if (known === undefined) return 0;
      const condition = joinWithAnd([known.policy, filterToSql(known.entity, where, db.dialect)]);
      const counted = `SELECT 1 AS one FROM ${quoteIdentifier(name)} WHERE ${condition.sql} LIMIT ?`;
      const sql = `SELECT COUNT(*) AS n FROM (${counted}) AS counted`;
      const [row] = await tx.rows<{ n: number }>(sql, [...condition.params, limit]);
      return Number(row?.n ?? 0);
    },
    namedApps: async (ids) => {
      dependencies.add('app');
      if (ids.length === 0) return [];
      const sql = `SELECT ${NAMED_APP_COLUMNS} FROM \`app\` WHERE id IN (${placeholders(ids.length)}) AND status = 1 AND delete_time IS NULL ORDER BY id`;
      return tx.rows<NamedApp>(sql, ids);
    },
    fileUrls: async (ids) => {
      dependencies.add('attachment');
      if (ids.length === 0) return new Map();
      const sql = `SELECT id, url FROM \`attachment\` WHERE id IN (${placeholders(ids.length)}) AND delete_time IS NULL`;
      const rows = await tx.rows<{ id: number; url: string }>(sql, ids);
      return new Map(rows.map(({ id, url }) => [Number(id), url]));
    },
  };
}
