/**
 * Compares a value with its former one: texts by word, formatted texts by block and word, lists by item, files as
 * thumbnails, others as text.
 */
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { stringOrEmpty } from '../../../common/json';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { FileSide, isFileField } from './FileChange';
import { FormattedDifference } from './FormattedDifference';
import { ItemDiff, WordDiff } from './WordDiff';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import { useFieldTitles } from '../data/useTitles';

interface DifferenceProps {
  readonly entity: AnyEntity;
  readonly field: string;
  readonly before: Json;
  readonly value: Json;
}

const LIST_FIELD_KINDS = new Set(['refs', 'choices', 'array', 'city']);
const JSON_FIELD_KINDS = new Set(['json', 'key_values']);

/** The text to compare word by word; empty for values that read as one word. */
function diffableText(kind: string, value: Json, formatted: (value: Json) => string): string {
  if (value === null) return '';
  if (JSON_FIELD_KINDS.has(kind)) return formatted(value);
  const text = stringOrEmpty(value);
  return kind === 'text' ? text : '';
}

const getItems = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

export function Difference({ entity, field, before, value }: DifferenceProps) {
  const formatValue = useFormatValue(entity, Infinity);
  const label = useEntityLabels(entity).fields[field] ?? field;
  const column = findColumn(entity, field);
  const kind = column?.kind ?? '';
  useFieldTitles(entity, field, before, value);
  const formatted = (item: Json) => formatValue(field, item);
  const renderValue = (): ReactNode => {
    if (column && isFileField(column)) return <FileSide column={column} label={label} value={value} />;
    const items = getItems(value).map(formatted);
    if (LIST_FIELD_KINDS.has(kind) && items.length > 0)
      return <ItemDiff before={getItems(before).map(formatted)} after={items} />;
    if (kind === 'rich_text' && value !== null)
      return <FormattedDifference before={stringOrEmpty(before)} value={stringOrEmpty(value)} />;
    const [from, to] = [diffableText(kind, before, formatted), diffableText(kind, value, formatted)];
    return to === '' ? formatted(value) : <WordDiff before={from} after={to} />;
  };
  return (
    <Typography component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {renderValue()}
    </Typography>
  );
}
