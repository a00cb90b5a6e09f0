/** Sample rows of a definition: values of the right kind, so that its list and its form can be shown before it is active. */
import type { AnyEntity } from '../../../../common/entity/entity';
import { getColumns, type Column } from '../../../../common/entity/columns';
import type { Json, Pattern } from '../../../../common/entity/field';
import type { FieldKind } from '../../../../common/entity/fieldKinds';
import type { WireRow } from '../../../../common/entity/projectRow';
import { createComparator, defaultSort } from '../../../../common/query/compileFilter';
import type { Registry } from '../../../../common/entity/registry';

/** A Wednesday in 2026, in Unix seconds. */
const DAY = 1_780_000_000;
const SECONDS_PER_DAY = 86_400;

type Sample = (number: number, column: Column, text: string) => Json;
/** Texts that their patterns accept. */
const PATTERN_SAMPLES: Readonly<Partial<Record<Pattern, string>>> = {
  email: 'person@example.com',
  mobile: '13800138000',
  phone: '0571-88888888',
  url: 'https://example.com/page',
  link: 'https://example.com/page',
  account: 'person',
  slug: 'example',
  path: '/example',
  node: 'example/index',
  variable: 'example',
};
const sampleText: Sample = (number, { options }, text) => {
  const fitting = options.pattern && PATTERN_SAMPLES[options.pattern];
  if (options.display === 'link') return 'https://example.com/page';
  return fitting ?? `${text} ${number}`.slice(0, options.max ?? 255);
};
const choiceValues = ({ options }: Column): readonly Json[] =>
  Object.values((options.values ?? {}) as Readonly<Record<string, Json>>); // numbers or words
const getDate = (number: number) => new Date((DAY + number * SECONDS_PER_DAY) * 1000).toISOString().slice(0, 10);

const within = ({ min = 0, max = Infinity }: Column['options'], value: number) => Math.min(max, Math.max(min, value));

const SAMPLES: Readonly<Partial<Record<FieldKind, Sample>>> = {
  text: sampleText,
  rich_text: (number, _column, text) => `<p>${text} ${number}</p>`,
  integer: (number, { options }) => within(options, number * 7),
  float: (number, { options }) => within(options, Number((number * 1.5).toFixed(options.decimals ?? 2))),
  money: (number) => `${number * 12}.50`,
  date: (number) => getDate(number),
  datetime: (number) => DAY + number * SECONDS_PER_DAY,
  time: (number) => `0${7 + (number % 3)}:30:00`,
  year: (number) => 2023 + number,
  switch: (number) => (number % 2 === 0 ? 0 : 1),
  choice: (number, column) => choiceValues(column)[(number - 1) % Math.max(1, choiceValues(column).length)] ?? null,
  choices: (number, column) => choiceValues(column).slice(0, 1 + (number % 2)),
  icon: () => 'star',
  color: (number) => ['#5b5bd6', '#2e7d32', '#b26a00'][number % 3] ?? null,
  array: (_number, _column, text) => [text],
  city: () => ['330000', '330100', '330106'],
  ref: (number) => targetId(number),
  refs: (number) => [targetId(number), targetId((number % COUNT) + 1)],
};

/** Sample rows, and those of other entities that they refer to. */
export interface SampleRows {
  readonly rows: readonly WireRow[];
  readonly targets: Readonly<Record<string, readonly { readonly row: WireRow; readonly title: string }[]>>;
}
const COUNT = 3;
/** Far above the ids of stored rows, so that no sample takes the place of one. */
const FIRST_TARGET_ID = 8_000_000_000_000;
const targetId = (number: number) => FIRST_TARGET_ID + number;

function sampleRow(entity: AnyEntity, number: number, text: string): WireRow {
  const values = [...getColumns(entity).values()].map((column) => [
    column.name,
    SAMPLES[column.kind]?.(number, column, text) ?? null,
  ]);
  const standard = { id: number, revision: 1, weigh: number, create_time: DAY, update_time: DAY };
  return { ...Object.fromEntries(values), ...standard } as WireRow;
}

/** `registry`: the entities that the rows can refer to. `oneOf`: the name of one row of an entity. Files stay empty, because none is stored. */
export function createSampleRows(
  entity: AnyEntity,
  text: string,
  registry: Registry,
  oneOf: (target: AnyEntity) => string,
): SampleRows {
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
  const names = new Set(Object.values(entity.spec.fields).flatMap(({ options }) => options.to ?? []));
  const targets = [...names].flatMap((name) => {
    const target = name === entity.name ? entity : registry.get(name);
    if (target === undefined) return [];
    const rows = numbers.map((number) => ({
      row: { ...sampleRow(target, number, oneOf(target)), id: targetId(number) },
      title: `${oneOf(target)} ${number}`,
    }));
    return [[name, rows] as const];
  });
  const rows = numbers.map((number) => sampleRow(entity, number, text));
  return { rows: rows.sort(createComparator(entity, defaultSort(entity))), targets: Object.fromEntries(targets) };
}

/** The sample whose choices are the first ones, from which most transitions start. */
export const firstSample = ({ rows }: SampleRows): WireRow => rows.find(({ id }) => id === 1) ?? {};
