/** A value in a few words, for sentences about it. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnNamed, columnsOf, type Column } from '../../common/entity/meta';
import { shortened } from '../../common/text/clean';
import { formatDateTime } from '../../common/text/dates';
import { withoutTags } from '../../common/text/withoutTags';
import { useAppSelector } from '../shared/createStore';
import { useFormat } from '../shared/format';
import { useLang, useWords } from '../shared/i18n';
import { useEngine } from './engineContext';
import { FILES, nameOf } from './kinds/keptName';
import { useAreas } from './kinds/useAreas';

const LONGEST = 60;
const FILED = new Set(['image', 'images', 'file', 'files']);

/** What a row is called, as far as an answer said. */
function useTitleOf(): (to: string, id: number) => string | undefined {
  const titles = useAppSelector((state) => state.entities.titles);
  const { registry, overrides } = useEngine();
  const lang = useLang();
  return (to, id) => {
    const title = titles[to]?.[String(id)];
    return title === undefined ? undefined : (overrides.get(to)?.sayTitle?.(title, lang, registry) ?? title);
  };
}

/** `longest`: where a text is compared or taken along, nothing of it may be missing. */
export function useDescribe(entity: AnyEntity, longest = LONGEST): (field: string, value: Json | undefined) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { choices } = useWords(entity);
  const titleOf = useTitleOf();
  const areas = useAreas([...columnsOf(entity).values()].some(({ kind }) => kind === 'city'));

  const one = (column: Column, value: Json): string => {
    const { values, to } = column.options;
    if (values) {
      const name = Object.keys(values).find((key) => values[key] === value);
      return name === undefined ? JSON.stringify(value) : (choices[column.name]?.[name] ?? name);
    }
    if (to !== undefined && typeof value === 'number') return titleOf(to, value) ?? `#${value}`;
    if (FILED.has(column.kind) && typeof value === 'number') return nameOf(titleOf(FILES, value) ?? value);
    if (FILED.has(column.kind) && typeof value === 'string') return nameOf(value);
    if (column.kind === 'city' && typeof value === 'string') return areas?.areaName(value) ?? value;
    if (column.kind === 'switch') return value === 1 ? t('engine.field.yes') : t('engine.field.no');
    if (column.kind === 'datetime' && typeof value === 'number') return formatDateTime(value);
    if (column.kind === 'money' && typeof value === 'string') return format.money(value);
    if (column.kind === 'rich_text' && typeof value === 'string') return withoutTags(value).trim();
    if (column.kind === 'key_values' && typeof value === 'object')
      return Object.entries((value ?? {}) as Readonly<Record<string, Json>>)
        .map(([key, said]) => `${key}: ${typeof said === 'string' ? said : JSON.stringify(said)}`)
        .join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (field, value) => {
    const column = columnNamed(entity, field);
    const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (empty || column === undefined) return t('engine.conflict.empty');
    const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return shortened(list.map((item) => one(column, item)).join(', '), longest);
  };
}
