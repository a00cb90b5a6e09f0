/** CSV and XLSX import: parses the text of a cell as a value of a field. */
import type { Field, Json } from '../entity/field';
import type { EntityLabels } from '../locales/entityLabels';

const YES = new Set(['yes', 'true', '是', 'y', '1']);
const NO = new Set(['no', 'false', '否', 'n', '0']);

/** `2024/2/9` → `2024-02-09`; other texts stay as they are. */
function normalizeDate(text: string): string {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (parts === null) return text;
  const [, year = '', month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
const normalizeTime = (text: string): string => {
  const clock = text.replace(/^\d:/, '0$&');
  return /^\d{2}:\d{2}$/.test(clock) ? `${clock}:00` : clock;
};
function normalizeDateTime(text: string): string {
  const [day = '', clock = '00:00:00'] = text.replace(/Z$/, '').split(/[T ]/);
  return `${normalizeDate(day)} ${normalizeTime(clock)}`;
}

/** The labels of a field's choices in each language, by the name of the choice. */
type ChoiceLabels = readonly EntityLabels['choices'][string][];

/** The value of the choice with this label in either language; the text itself when there is none. */
function choiceValue(text: string, { options }: Field, labels: ChoiceLabels): Json {
  const name = labels.flatMap((byName) => Object.entries(byName)).find(([, label]) => label === text)?.[0];
  return (name === undefined ? undefined : options.values?.[name]) ?? text;
}

/**
 * Parses the text of a cell: `1,234.50` → `1234.50`, `yes` → 1, the label of a choice → its value. An empty cell gives null. A text that does not
 * fit is returned as it is, and the validation refuses it. `labels`: labels of the field's choices in each language.
 */
export function parseCellValue(field: Field, text: string, labels: ChoiceLabels = []): Json {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const word = trimmed.toLowerCase();
  switch (field.kind) {
    case 'switch':
      return YES.has(word) ? 1 : NO.has(word) ? 0 : trimmed;
    case 'money':
    case 'float':
    case 'integer':
      return trimmed.replaceAll(',', '');
    case 'date':
      return normalizeDate(trimmed);
    case 'datetime':
      return normalizeDateTime(trimmed);
    case 'time':
      return normalizeTime(trimmed);
    case 'choice':
      return choiceValue(trimmed, field, labels);
    default:
      return trimmed;
  }
}
