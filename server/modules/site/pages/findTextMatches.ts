/** Search in the formatted texts of published rows, as readers see them: without markup, in the language of the page. */
import { GUEST, grantedRows, readableColumns } from '../../../../common/entity/access';
import type { Column, StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { companionName } from '../../../../common/entity/translations/companions';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import { stringOrEmpty } from '../../../../common/json';
import type { Lang } from '../../../../common/lang';
import { LIMITS } from '../../../../common/limits';
import { normalizeForSearch, splitSearchWords } from '../../../../common/query/compileFilter';
import { excerptAround, plainText } from '../../../../common/text/richText/plainText';
import type { Db, Tx } from '../../../context';
import { DEADLINE_SQL } from '../../../platform/database/sqliteReader';
import { filterToSql, joinWithAnd, notDeleted, type SqlFragment } from '../../../engine/read/filterToSql';
import { quoteIdentifier } from '../../../platform/database/sql';

export interface BodySearch {
  readonly entity: AnyEntity;
  readonly q: string;
  readonly lang: Lang;
  readonly dialect: Db['dialect'];
}
export interface BodyMatches {
  /** What readers see around the first word, by the id of the row. */
  readonly excerpts: ReadonlyMap<number, string>;
  /** Whether rows were left out: older ones, or candidates beyond the limit. */
  readonly isPartial: boolean;
}
const NO_BODIES: BodyMatches = { excerpts: new Map(), isPartial: false };
const MAX_EXCERPT = 160;

/** Finds rows whose formatted texts and search columns together contain all words, and at least one of them in a formatted text. */
export async function findBodyMatches(tx: Tx, search: BodySearch): Promise<BodyMatches> {
  const { entity, q, lang } = search;
  const columns = searchedColumns(entity);
  const words = splitSearchWords(normalizeForSearch(q));
  const pieces = words.map(comparablePiece).filter((piece) => piece !== '');
  if (columns.bodies.length === 0 || pieces.length === 0) return NO_BODIES;
  const oldest = await findOldestSearched(tx, entity);
  const candidates = await readCandidates(tx, search, { columns, pieces, oldest });
  const excerpts = new Map<number, string>();
  for (const row of candidates.slice(0, LIMITS.searchedBodyCandidates)) {
    const excerpt = getExcerpt(row, columns, { words, lang });
    if (excerpt !== undefined) excerpts.set(Number(row['id']), excerpt);
  }
  return { excerpts, isPartial: oldest > 0 || candidates.length > LIMITS.searchedBodyCandidates };
}

interface SearchedColumns {
  /** Formatted texts without their translations. */
  readonly bodies: readonly string[];
  /** The same with their translations. */
  readonly stored: readonly string[];
  /** Short texts that quick search reads too. */
  readonly texts: readonly string[];
}
/** Only columns that guests may read. */
function searchedColumns(entity: AnyEntity): SearchedColumns {
  const columns = readableColumns(GUEST, entity);
  const getNames = (isWanted: (column: Column) => boolean) => columns.filter(isWanted).map(({ name }) => name);
  const stored = getNames(({ kind }) => kind === 'rich_text');
  return {
    stored,
    bodies: stored.filter((name) => !stored.some((base) => companionName(base) === name)),
    texts: getNames(({ options, hasSearchColumn }) => options.search === true && hasSearchColumn),
  };
}

/**
 * The longest part of a word that both databases compare with stored markup alike: without letters whose case only one of them folds, and
 * without characters that markup escapes. Empty where nothing is left.
 */
function comparablePiece(word: string): string {
  const pieces = [...word].map((character) =>
    /^[a-z0-9]$/.test(character) || (character > '\u007f' && character.toUpperCase() === character) ? character : ' ',
  );
  return pieces
    .join('')
    .split(' ')
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** The id of the oldest row that is searched; 0 when all are. */
async function findOldestSearched(tx: Tx, entity: AnyEntity): Promise<number> {
  const sql = `SELECT id FROM ${quoteIdentifier(entity.name)} ORDER BY id DESC LIMIT 1 OFFSET ?`;
  const [row] = await tx.rows<{ readonly id: number }>(sql, [LIMITS.searchedNewestBodies]);
  return row === undefined ? 0 : Number(row.id) + 1;
}

interface CandidateQuery {
  readonly columns: SearchedColumns;
  readonly pieces: readonly string[];
  readonly oldest: number;
}

/** Published rows whose stored markup or short texts contain the piece of each word: the newest first, one more than the limit. */
async function readCandidates(
  tx: Tx,
  { entity, dialect }: BodySearch,
  { columns, pieces, oldest }: CandidateQuery,
): Promise<readonly StoredRow[]> {
  const granted = grantedRows(GUEST, entity, 'read');
  if (granted === undefined) return [];
  const body = (name: string) => `SUBSTR(${quoteIdentifier(name)}, 1, ${LIMITS.searchedBodyChars})`;
  const sources = [
    ...columns.stored.map((name) => `LOWER(${body(name)})`),
    ...columns.texts.map((name) => quoteIdentifier(`${name}_n`)),
  ];
  const containsPiece = (piece: string): SqlFragment => ({
    sql: `(${sources.map((source) => `INSTR(${source}, ?) > 0`).join(' OR ')})`,
    params: sources.map(() => piece),
  });
  const { sql, params } = joinWithAnd([
    { sql: 'id >= ?', params: [oldest] },
    filterToSql(entity, granted, dialect),
    notDeleted(entity),
    // MariaDB ends a statement at its deadline by itself.
    ...(dialect === 'sqlite' ? [{ sql: DEADLINE_SQL, params: [] }] : []),
    ...pieces.map(containsPiece),
  ]);
  const selected = [
    'id',
    ...columns.texts.map(quoteIdentifier),
    ...columns.stored.map((name) => `${body(name)} AS ${quoteIdentifier(name)}`),
  ];
  return tx.rows<StoredRow>(
    `SELECT ${selected.join(', ')} FROM ${quoteIdentifier(entity.name)} WHERE ${sql} ORDER BY id DESC LIMIT ?`,
    [...params, LIMITS.searchedBodyCandidates + 1],
  );
}

/** The excerpt of a row that contains all words; undefined for other rows, and when no word is in a formatted text. */
function getExcerpt(
  row: StoredRow,
  { bodies, texts }: SearchedColumns,
  { words, lang }: { readonly words: readonly string[]; readonly lang: Lang },
): string | undefined {
  const plain = bodies.map((name) => plainText(stringOrEmpty(localizedValue(row, name, lang)))).join(' ');
  const body = normalizeForSearch(plain);
  const all = [body, ...texts.map((name) => normalizeForSearch(stringOrEmpty(row[name])))].join('\n');
  const shown = words.find((word) => body.includes(word));
  if (shown === undefined || !words.every((word) => all.includes(word))) return undefined;
  return excerptAround(plain, shown, MAX_EXCERPT);
}
