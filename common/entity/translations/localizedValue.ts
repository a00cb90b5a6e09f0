/** Texts of a row in the language of a reader: `<field>_en` holds English, the field itself Chinese. */
import { companionName } from './companions';

/** Whether a text, formatted text or list is empty for readers. An editor may store an empty paragraph for an empty text. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.every(isBlank);
  return typeof value === 'string' && value.replace(/<\/?p>|<br ?\/?>|&nbsp;/g, '').trim() === '';
}

/** The value of a field in a language: for `en` its companion unless that is empty, else the value of the field itself. */
export function localizedValue<R extends object, K extends keyof R & string>(row: R, field: K, lang: string): R[K] {
  const translated: unknown = lang === 'en' ? Reflect.get(row, companionName(field)) : undefined;
  return isBlank(translated) ? row[field] : (translated as R[K]); // a companion is of the kind of its field
}
