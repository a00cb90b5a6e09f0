/** A value in a few words, for sentences about it. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { columnNamed, columnsOf, type Column } from '../../common/entity/meta';
import { formatDateTime } from '../../common/text/dates';
import { useAppSelector } from '../shared/createStore';
import { useFormat } from '../shared/format';
import { useWords } from '../shared/i18n';
import { useAreas } from './kinds/useAreas';

const LONGEST = 60;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export function useDescribe(entity: AnyEntity): (field: string, value: Json | undefined) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const { choices } = useWords(entity);
  const titles = useAppSelector((state) => state.entities.titles);
  const areas = useAreas([...columnsOf(entity).values()].some(({ kind }) => kind === 'city'));

  const one = (column: Column, value: Json): string => {
    const { values, to } = column.options;
    if (values) {
      const name = Object.keys(values).find((key) => values[key] === value);
      return name === undefined ? JSON.stringify(value) : (choices[column.name]?.[name] ?? name);
    }
    if (to !== undefined && typeof value === 'number') return titles[to]?.[String(value)] ?? `#${value}`;
    if (column.kind === 'city' && typeof value === 'string') return areas?.areaName(value) ?? value;
    if (column.kind === 'switch') return value === 1 ? t('engine.field.yes') : t('engine.field.no');
    if (column.kind === 'datetime' && typeof value === 'number') return formatDateTime(value);
    if (column.kind === 'money' && typeof value === 'string') return format.money(value);
    if (column.kind === 'rich_text' && typeof value === 'string') return value.replaceAll(/<[^>]*>/g, ' ').trim();
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (field, value) => {
    const column = columnNamed(entity, field);
    const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (empty || column === undefined) return t('engine.conflict.empty');
    const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return short(list.map((item) => one(column, item)).join(', '));
  };
}
