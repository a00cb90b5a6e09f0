/** Sample rows of a definition: values of the right kind, so that its list and its form can be shown before it is active. */
import type { AnyEntity } from '../../../../../common/entity/entity';
import { columnsOf, type Column } from '../../../../../common/entity/columns';
import type { Json } from '../../../../../common/entity/field';
import type { FieldKind } from '../../../../../common/entity/fieldKinds';
import type { WireRow } from '../../../../../common/entity/projectRow';

/** A Wednesday in 2026, in Unix seconds. */
const DAY = 1_780_000_000;
const SECONDS_PER_DAY = 86_400;

type Sample = (number: number, column: Column, text: string) => Json;
const choiceValues = ({ options }: Column): readonly Json[] =>
  Object.values((options.values ?? {}) as Readonly<Record<string, Json>>); // numbers or words
const dateOf = (number: number) => new Date((DAY + number * SECONDS_PER_DAY) * 1000).toISOString().slice(0, 10);

const SAMPLES: Readonly<Partial<Record<FieldKind, Sample>>> = {
  text: (number, _column, text) => `${text} ${number}`,
  rich_text: (number, _column, text) => `<p>${text} ${number}</p>`,
  integer: (number, { options }) =>
    Math.min(Number(options.max ?? Infinity), Math.max(Number(options.min ?? 0), number * 7)),
  float: (number) => number * 1.5,
  money: (number) => `${number * 12}.50`,
  date: (number) => dateOf(number),
  datetime: (number) => DAY + number * SECONDS_PER_DAY,
  time: (number) => `0${7 + (number % 3)}:30:00`,
  year: (number) => 2023 + number,
  switch: (number) => (number % 2 === 0 ? 0 : 1),
  choice: (number, column) => choiceValues(column)[(number - 1) % Math.max(1, choiceValues(column).length)] ?? null,
  choices: (number, column) => choiceValues(column).slice(0, 1 + (number % 2)),
  icon: () => 'star',
  color: (number) => ['#5b5bd6', '#2e7d32', '#b26a00'][number % 3] ?? null,
  array: (_number, _column, text) => [text],
};

/** References and files stay empty, because no referenced rows exist. */
export function sampleRows(entity: AnyEntity, text: string, count = 3): readonly WireRow[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const values = [...columnsOf(entity).values()].map((column) => [
      column.name,
      SAMPLES[column.kind]?.(number, column, text) ?? null,
    ]);
    const standard = { id: number, revision: 1, weigh: number, create_time: DAY, update_time: DAY };
    return { ...Object.fromEntries(values), ...standard } as WireRow;
  });
}
