/** The texts of an entity that the search of the site reads, and how its words are compared with them. */
import { GUEST, grantedRows, readableColumns } from '../../../../common/entity/access';
import type { Column, StoredRow } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { companionName } from '../../../../common/entity/translations/companions';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import { asStringList, stringOrEmpty } from '../../../../common/json';
import type { Lang } from '../../../../common/lang';

export interface SearchedTexts {
  /** Formatted texts, then all others; without their translations. */
  readonly bodies: readonly string[];
  readonly texts: readonly string[];
  /** The same columns with their translations. */
  readonly storedBodies: readonly Column[];
  readonly storedTexts: readonly Column[];
  /** Texts that excerpts leave out: the card shows the title, and no page shows the end of an address. */
  readonly unquoted: ReadonlySet<string>;
}
/** An entity whose rows a page shows as parts of the row that they belong to. */
export interface SearchedChild {
  readonly entity: AnyEntity;
  /** The field that refers to the row of the page. */
  readonly by: string;
}

/** Texts of these patterns are addresses, which readers follow and do not read. */
const ADDRESS_PATTERNS: ReadonlySet<string> = new Set(['url', 'path']);

const isText = ({ kind, options }: Column): boolean =>
  kind === 'array' || (kind === 'text' && !ADDRESS_PATTERNS.has(stringOrEmpty(options.pattern)));

/** All texts that guests may read. */
export function getSearchedTexts(entity: AnyEntity): SearchedTexts {
  const columns = readableColumns(GUEST, entity);
  const storedBodies = columns.filter(({ kind }) => kind === 'rich_text');
  const storedTexts = columns.filter(isText);
  return {
    storedBodies,
    storedTexts,
    bodies: withoutTranslations(storedBodies),
    texts: withoutTranslations(storedTexts),
    unquoted: new Set([
      entity.spec.title,
      ...storedTexts.filter(({ options }) => options.pattern === 'slug').map(({ name }) => name),
    ]),
  };
}

function withoutTranslations(columns: readonly Column[]): readonly string[] {
  const companions = new Set(columns.map(({ name }) => companionName(name)));
  return columns.map(({ name }) => name).filter((name) => !companions.has(name));
}

/** The children of an entity that guests may read. */
export const getSearchedChildren = (
  entity: AnyEntity,
  findEntity: (name: string) => AnyEntity | undefined,
): readonly SearchedChild[] =>
  (entity.spec.children ?? []).flatMap(({ entity: name, by }) => {
    const child = findEntity(name);
    return child !== undefined && grantedRows(GUEST, child, 'read') !== undefined ? [{ entity: child, by }] : [];
  });

/** The text of a column as readers of a language see it; the items of a list are joined. */
export function readShownText(row: StoredRow, name: string, lang: Lang): string {
  const value: unknown = localizedValue(row, name, lang);
  return Array.isArray(value) ? asStringList(value).join(' · ') : stringOrEmpty(value);
}

/**
 * The longest part of a word that both databases compare with stored values alike: without letters whose case only one of them folds, and
 * without characters that markup escapes. Empty where nothing is left.
 */
export function comparablePiece(word: string): string {
  const pieces = [...word].map((character) =>
    /^[a-z0-9]$/.test(character) || (character > '\u007f' && character.toUpperCase() === character) ? character : ' ',
  );
  return pieces
    .join('')
    .split(' ')
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

const WORD_CHARACTER = /[\p{Script=Latin}\p{N}]/u;

/** Whether a normalized text contains a word. A word that begins with a Latin letter or a digit begins a word of the text. */
export function containsWord(text: string, word: string): boolean {
  if (!WORD_CHARACTER.test(word.charAt(0))) return text.includes(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !WORD_CHARACTER.test(text.charAt(at - 1))) return true;
  return false;
}
