/** Formats a value as short text for messages. */
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, getColumns, type Column } from '../../../common/entity/columns';
import { truncateWithEllipsis } from '../../../common/text/normalize';
import { formatDateTime } from '../../../common/text/time/dates';
import { stripTags } from '../../../common/text/stripTags';
import { useAppSelector } from '../../shared/app/createStore';
import { useFormatters } from '../../shared/i18n/format';
import { useLanguage, useEntityLabels } from '../../shared/i18n/i18n';
import { useEngine } from '../engineContext';
import { ATTACHMENT_ENTITY, storedFileName } from './cells/storedFile';
import { useRegionNames } from './cells/useRegionNames';

const MAX_LENGTH = 60;
const FILE_FIELD_KINDS = new Set(['image', 'images', 'file', 'files']);

/** Title of a row, if a response contained it. */
function useFindTitle(): (to: string, id: number) => string | undefined {
  const titles = useAppSelector((state) => state.entities.titles);
  const { registry, overrides } = useEngine();
  const lang = useLanguage();
  return (to, id) => {
    const title = titles[to]?.[String(id)];
    return title === undefined ? undefined : (overrides.get(to)?.translateTitle?.(title, lang, registry) ?? title);
  };
}

/** `maxLength`: Infinity where the whole text is needed, such as for comparing or copying. */
export function useFormatValue(
  entity: AnyEntity,
  maxLength = MAX_LENGTH,
): (field: string, value: Json | undefined) => string {
  const { t } = useTranslation();
  const format = useFormatters();
  const { choices } = useEntityLabels(entity);
  const titleOf = useFindTitle();
  const regions = useRegionNames([...getColumns(entity).values()].some(({ kind }) => kind === 'city'));

  const formatOne = (column: Column, value: Json): string => {
    const { values, to } = column.options;
    if (values) {
      const name = Object.keys(values).find((key) => values[key] === value);
      return name === undefined ? JSON.stringify(value) : (choices[column.name]?.[name] ?? name);
    }
    if (to !== undefined && typeof value === 'number') return titleOf(to, value) ?? `#${value}`;
    if (FILE_FIELD_KINDS.has(column.kind) && typeof value === 'number')
      return storedFileName(titleOf(ATTACHMENT_ENTITY, value) ?? value);
    if (FILE_FIELD_KINDS.has(column.kind) && typeof value === 'string') return storedFileName(value);
    if (column.kind === 'city' && typeof value === 'string') return regions?.regionName(value) ?? value;
    if (column.kind === 'switch') return value === 1 ? t('engine.field.yes') : t('engine.field.no');
    if (column.kind === 'datetime' && typeof value === 'number') return formatDateTime(value);
    if (column.kind === 'money' && typeof value === 'string') return format.money(value);
    if (column.kind === 'rich_text' && typeof value === 'string') return stripTags(value).trim();
    if (column.kind === 'key_values' && typeof value === 'object')
      return Object.entries((value ?? {}) as Readonly<Record<string, Json>>)
        .map(
          ([key, entryValue]) => `${key}: ${typeof entryValue === 'string' ? entryValue : JSON.stringify(entryValue)}`,
        )
        .join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return (field, value) => {
    const column = findColumn(entity, field);
    const isEmpty =
      value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (isEmpty || column === undefined) return t('engine.conflict.empty');
    const list = Array.isArray(value) ? (value as readonly Json[]) : [value];
    return truncateWithEllipsis(list.map((item) => formatOne(column, item)).join(', '), maxLength);
  };
}
