/** Search in the texts of published rows, as readers see them: without markup, in the language of the page, with the texts of their parts. */
import { GUEST, grantedRows } from '../../../../common/entity/access';
import type { Column, StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Lang } from '../../../../common/lang';
import { LIMITS } from '../../../../common/limits';
import { SITE_LIMITS } from '../../../../common/siteLimits';
import { normalizeForSearch, splitSearchWords } from '../../../../common/query/compileFilter';
import { excerptAround, plainText } from '../../../../common/text/richText/plainText';
import type { Db, Tx } from '../../../context';
import { DEADLINE_SQL } from '../../../platform/database/sqliteReader';
import { filterToSql, joinWithAnd, notDeleted, type SqlFragment } from '../../../engine/read/filterToSql';
import { decodeColumns } from '../../../engine/schema/model';
import { placeholders, quoteIdentifier } from '../../../platform/database/sql';
import {
  comparablePiece,
  containsWord,
  getSearchedTexts,
  readShownText,
  type SearchedChild,
  type SearchedTexts,
} from './searchedTexts';

export interface TextSearch {
  readonly entity: AnyEntity;
  /** Entities whose rows the page of a row shows with it. */
  readonly children: readonly SearchedChild[];
  readonly q: string;
  readonly lang: Lang;
  readonly dialect: Db['dialect'];
}
export interface TextMatches {
  /** What readers see around the first word, by the id of the row; empty where only the title contains a word. */
  readonly excerpts: ReadonlyMap<number, string>;
  /** Whether rows were left out: older ones, or candidates beyond the limit. */
  readonly isPartial: boolean;
}
const NO_MATCHES: TextMatches = { excerpts: new Map(), isPartial: false };
const MAX_EXCERPT = 160;

/**
 * Finds the rows whose texts together contain all words. Formatted texts are read of fewer rows than short texts: a second query reads
 * them.
 */
export async function findTextMatches(tx: Tx, search: TextSearch): Promise<TextMatches> {
  const { entity, q } = search;
  const words = splitSearchWords(normalizeForSearch(q));
  const pieces = words.map(comparablePiece).filter((piece) => piece !== '');
  if (pieces.length === 0) return NO_MATCHES;
  const searched = getSearchedTexts(entity);
  const excerpts = new Map<number, string>();
  let isPartial = false;
  for (const depth of [SHORT_TEXTS, FORMATTED_TEXTS]) {
    if (depth.hasBodies && searched.bodies.length === 0) continue;
    const oldestId = await findOldestId(tx, entity, depth.newestRows);
    const candidates = await readCandidates(tx, search, { pieces, oldestId, depth });
    isPartial ||= oldestId > 0 || candidates.length > depth.candidates;
    const candidateRows = candidates.slice(0, depth.candidates).filter(({ id }) => !excerpts.has(Number(id)));
    const parts = await readParts(tx, search, candidateRows);
    for (const row of candidateRows) {
      const id = Number(row['id']);
      const excerpt = matchRow(searched, search.lang, words, { row, parts: parts.get(id) ?? [] });
      if (excerpt !== undefined) excerpts.set(id, excerpt);
    }
  }
  return { excerpts, isPartial };
}

interface SearchDepth {
  readonly hasBodies: boolean;
  readonly newestRows: number;
  readonly candidates: number;
}
const SHORT_TEXTS: SearchDepth = {
  hasBodies: false,
  newestRows: LIMITS.searchedNewestRows,
  candidates: SITE_LIMITS.searchedTextCandidates,
};
const FORMATTED_TEXTS: SearchDepth = {
  hasBodies: true,
  newestRows: SITE_LIMITS.searchedNewestBodies,
  candidates: SITE_LIMITS.searchedBodyCandidates,
};

/** The id of the oldest row that is searched; 0 when all are. */
async function findOldestId(tx: Tx, entity: AnyEntity, newestRows: number): Promise<number> {
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const [row] = await tx.rows<{ readonly id: number }>(sql, [newestRows]);
  return row === undefined ? 0 : Number(row.id) + 1;
}

interface CandidateQuery {
  readonly pieces: readonly string[];
  readonly oldestId: number;
  readonly depth: SearchDepth;
}

/** The beginning of a column that may be long. */
const prefixSql = (name: string): string => `SUBSTR(${quoteIdentifier(name)}, 1, ${SITE_LIMITS.searchedBodyChars})`;
const comparableSql = ({ name, hasSearchColumn }: Column): string =>
  hasSearchColumn ? quoteIdentifier(`${name}_n`) : `LOWER(${prefixSql(name)})`;

const containsPiece = (columns: readonly Column[], piece: string): SqlFragment => ({
  sql: `(${columns.map((column) => `INSTR(${comparableSql(column)}, ?) > 0`).join(' OR ')})`,
  params: columns.map(() => piece),
});

/** The published rows of an entity that guests may read; undefined when they read none. */
function publishedRows(entity: AnyEntity, dialect: Db['dialect']): SqlFragment | undefined {
  const granted = grantedRows(GUEST, entity, 'read');
  return granted && joinWithAnd([filterToSql(entity, granted, dialect), notDeleted(entity)]);
}

/** A piece in the row itself or in one of its parts. */
function rowContainsPiece({ entity, children, dialect }: TextSearch, piece: string, depth: SearchDepth): SqlFragment {
  const { storedBodies, storedTexts } = getSearchedTexts(entity);
  const alternatives = [containsPiece([...storedTexts, ...(depth.hasBodies ? storedBodies : [])], piece)];
  for (const { entity: child, by } of children) {
    const published = publishedRows(child, dialect);
    if (published === undefined) continue;
    const found = joinWithAnd([published, containsPiece(getSearchedTexts(child).storedTexts, piece)]);
    const table = quoteIdentifier(child.name);
    alternatives.push({
      sql: `id IN (SELECT ${quoteIdentifier(by)} FROM ${table} WHERE ${found.sql})`,
      params: found.params,
    });
  }
  return {
    sql: `(${alternatives.map(({ sql }) => sql).join(' OR ')})`,
    params: alternatives.flatMap(({ params }) => params),
  };
}

/** Published rows that contain the piece of each word in some language: the newest first, one more than the limit. */
async function readCandidates(
  tx: Tx,
  search: TextSearch,
  { pieces, oldestId, depth }: CandidateQuery,
): Promise<readonly StoredRow[]> {
  const { entity, dialect } = search;
  const published = publishedRows(entity, dialect);
  if (published === undefined) return [];
  const { storedBodies, storedTexts } = getSearchedTexts(entity);
  const { sql, params } = joinWithAnd([
    { sql: 'id >= ?', params: [oldestId] },
    published,
    // MariaDB ends a statement at its deadline by itself.
    ...(dialect === 'sqlite' ? [{ sql: DEADLINE_SQL, params: [] }] : []),
    ...pieces.map((piece) => rowContainsPiece(search, piece, depth)),
  ]);
  const selected = [
    'id',
    ...storedTexts.map(({ name }) => quoteIdentifier(name)),
    ...(depth.hasBodies ? storedBodies : []).map(({ name }) => `${prefixSql(name)} AS ${quoteIdentifier(name)}`),
  ];
  const rows = await tx.rows<StoredRow>(
    `SELECT ${selected.join(', ')} FROM ${quoteIdentifier(entity.name)} WHERE ${sql} ORDER BY id DESC LIMIT ?`,
    [...params, depth.candidates + 1],
  );
  return rows.map((row) => ({ ...row, ...decodeColumns(storedTexts, row) }));
}

/** The texts of the parts of some rows, by the id of the row. */
async function readParts(
  tx: Tx,
  { children, lang, dialect }: TextSearch,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const parts = new Map<number, readonly string[]>();
  if (rows.length === 0) return parts;
  for (const { entity, by } of children) {
    const published = publishedRows(entity, dialect);
    if (published === undefined) continue;
    const { texts, storedTexts } = getSearchedTexts(entity);
    const columns = [by, ...storedTexts.map(({ name }) => name)].map(quoteIdentifier).join(', ');
    const found = await tx.rows<StoredRow>(
      `SELECT ${columns} FROM ${quoteIdentifier(entity.name)} WHERE ${quoteIdentifier(by)} IN (${placeholders(rows.length)}) AND ${published.sql} ORDER BY id LIMIT ?`,
      [...rows.map(({ id }) => Number(id)), ...published.params, SITE_LIMITS.searchedTextCandidates],
    );
    for (const row of found) {
      const decoded = decodeColumns(storedTexts, row);
      const shownTexts = texts.map((name) => readShownText(decoded, name, lang)).filter((text) => text !== '');
      const parent = Number(row[by]);
      parts.set(parent, [...(parts.get(parent) ?? []), ...shownTexts]);
    }
  }
  return parts;
}

/** The excerpt of a row that contains all words: of its formatted texts, its parts or its other texts; undefined for other rows. */
function matchRow(
  { bodies, texts, unquoted }: SearchedTexts,
  lang: Lang,
  words: readonly string[],
  { row, parts }: { readonly row: StoredRow; readonly parts: readonly string[] },
): string | undefined {
  const shown = texts.map((name) => [name, readShownText(row, name, lang)] as const).filter(([, text]) => text !== '');
  const quotable = [
    bodies.map((name) => plainText(readShownText(row, name, lang))).join(' '),
    parts.join(' · '),
    shown.flatMap(([name, text]) => (unquoted.has(name) ? [] : [text])).join(' · '),
  ];
  const all = normalizeForSearch([...quotable, ...shown.map(([, text]) => text)].join('\n'));
  if (!words.every((word) => containsWord(all, word))) return undefined;
  for (const word of words) {
    const quoted = quotable.find((text) => containsWord(normalizeForSearch(text), word));
    if (quoted !== undefined) return excerptAround(quoted, word, MAX_EXCERPT);
  }
  return '';
}
