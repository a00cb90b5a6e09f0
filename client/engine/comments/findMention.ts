/** A mention that is being typed: the text after `@` up to the caret. */
export interface TypedMention {
  /** Index of the `@`. */
  readonly start: number;
  readonly query: string;
}

const MAX_QUERY_LENGTH = 30;
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /^[a-z0-9._-]$/i.test(character);

/** The mention at the caret; undefined when there is none. The `@` of an email address begins no mention. */
export function findMention(text: string, caret: number): TypedMention | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  const query = before.slice(start + 1);
  if (start < 0 || query.length > MAX_QUERY_LENGTH || /\s/.test(query)) return undefined;
  return isWordCharacter(before[start - 1]) ? undefined : { start, query };
}

/** The text with the name in place of the typed mention, and the caret after it. */
export function insertMention(
  text: string,
  { start, query }: TypedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const inserted = `${text.slice(0, start)}@${name} `;
  return { text: inserted + text.slice(start + 1 + query.length), caret: inserted.length };
}
