/** Defaults of fields as the text of the column `default_value`. */
import type { FieldKind } from '../entity/fieldKinds';
import type { Json } from '../entity/field';
import { hasControlCharacters } from '../text/normalize';

import { canonicalJson } from '../canonicalJson';

const MAX_LENGTH = 255;

const wholeNumber = (text: string): number | undefined =>
  /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) + 0 : undefined;
const anyNumber = (text: string): number | undefined =>
  /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : undefined;
const getList = (text: string): readonly string[] => text.split(',').map((part) => part.trim());
const numbersIn = (text: string): readonly number[] | undefined => {
  const numbers = getList(text).map(wholeNumber);
  return numbers.every((item) => item !== undefined) ? numbers : undefined;
};

/** Reads the text of a default; undefined when a field of the kind cannot have it. `isById`: the field stores ids of attachments. */
export function parseDefault(kind: FieldKind, text: string, isById = false): Json | undefined {
  switch (kind) {
    case 'text':
    case 'rich_text':
    case 'money':
    case 'date':
    case 'time':
    case 'icon':
    case 'color':
    case 'choice':
      return text;
    case 'image':
    case 'file':
      return isById ? wholeNumber(text) : text;
    case 'integer':
    case 'year':
    case 'ref':
    case 'datetime':
      return wholeNumber(text);
    case 'float':
      return anyNumber(text);
    case 'switch':
      return text === '0' || text === '1' ? Number(text) : undefined;
    case 'choices':
    case 'city':
      return getList(text);
    case 'refs':
      return numbersIn(text);
    default:
      return undefined;
  }
}

const asText = (value: Json): string =>
  Array.isArray(value) ? value.map(String).join(',') : typeof value === 'object' ? '' : String(value);

/** The text of a default; undefined when only JSON can express it, such as an empty text or a list of texts. */
export function printDefault(kind: FieldKind, value: Json, isById = false): string | undefined {
  const text = asText(value);
  if (text === '' || text.length > MAX_LENGTH || text.trim() !== text || hasControlCharacters(text, false))
    return undefined;
  return canonicalJson(parseDefault(kind, text, isById)) === canonicalJson(value) ? text : undefined;
}
