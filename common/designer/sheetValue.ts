/** Turns the text of a spreadsheet's cell into a value that the write path accepts for a field. */
import type { Field, Json } from '../entity/field';
import type { EntityLabels } from '../locales/entityLabels';

const YES = new Set(['yes', 'true', '是', 'y', '1']);
const NO = new Set(['no', 'false', '否', 'n', '0']);

/** `2024/2/9` → `2024-02-09`; other texts stay as they are. */
function normalizeDay(text: string): string {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (parts === null) return text;
  const [, year = '', month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
const normalizeClock = (text: string): string => {
  const clock = text.replace(/^\d:/, '0$&');
  return /^\d{2}:\d{2}$/.test(clock) ? `${clock}:00` : clock;
};
function normalizeMoment(text: string): string {
  const [day = '', clock = '00:00:00'] = text.replace(/Z$/, '').split(/[T ]/);
  return `${normalizeDay(day)} ${normalizeClock(clock)}`;
}

/** The labels of a field's choices in each language, by the name of the choice. */
type ChoiceLabels = readonly EntityLabels['choices'][string][];

/** The value of the choice with this label in either language; the text itself when there is none. */
function choiceValue(text: string, { options }: Field, labels: ChoiceLabels): Json {
  const name = labels.flatMap((byName) => Object.entries(byName)).find(([, label]) => label === text)?.[0];
  return (name === undefined ? undefined : options.values?.[name]) ?? text;
}

/** `labels`: those of the field's choices in each language. An empty cell is not a value. A text that does not fit is left to the validation. */
export function sheetValue(field: Field, text: string, labels: ChoiceLabels = []): Json {
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
      return normalizeDay(trimmed);
    case 'datetime':
      return normalizeMoment(trimmed);
    case 'time':
      return normalizeClock(trimmed);
    case 'choice':
      return choiceValue(trimmed, field, labels);
    default:
      return trimmed;
  }
}
