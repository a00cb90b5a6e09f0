/** Tables, fields and values of a log in the words of the definitions they speak of. */
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Json } from '../../../../common/entity/field';
import { findColumn } from '../../../../common/entity/columns';
import { toWireValue } from '../../../../common/entity/projectRow';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { LabelList, EmptyCell } from '../../../engine/fieldTypes/cells/cells';
import { fieldTypeOf } from '../../../engine/fieldTypes/index';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';

const Text = ({ children }: { readonly children: string }): ReactNode => (
  <Typography component="span" variant="inherit" noWrap title={children} sx={{ display: 'block' }}>
    {children}
  </Typography>
);
function useNoun(table: Json | undefined) {
  const { registry } = useEngine();
  const lang = useLanguage();
  const entity = registry.get(inputText(table ?? null));
  return { entity, words: entity && entityLabels(entity, lang) };
}

export function TableCell({ value }: CellProps) {
  const { words } = useNoun(value);
  return value === null ? <EmptyCell /> : <Text>{words?.many ?? inputText(value)}</Text>;
}

export function FieldCell({ value, row }: CellProps) {
  const { words } = useNoun(row['data_table']);
  return value === null ? <EmptyCell /> : <Text>{words?.fields[inputText(value)] ?? inputText(value)}</Text>;
}

export function FieldsCell({ value, row }: CellProps) {
  const { words } = useNoun(row['data_table']);
  const names = Array.isArray(value) ? (value as readonly Json[]).map((one) => inputText(one)) : [];
  return <LabelList labels={names.map((name) => words?.fields[name] ?? name)} />;
}

/** Choices, amounts and instants as their own list shows them; what needs more than its value, as it was noted. */
const BY_VALUE = new Set([
  'choice',
  'choices',
  'switch',
  'money',
  'date',
  'datetime',
  'time',
  'year',
  'integer',
  'float',
]);
export function ValueCell({ value, row }: CellProps) {
  const { entity } = useNoun(row['data_table']);
  const column = entity && findColumn(entity, inputText(row['data_field'] ?? null));
  if (value === null) return <EmptyCell />;
  if (entity === undefined || column === undefined || !BY_VALUE.has(column.kind))
    return <Text>{typeof value === 'object' ? JSON.stringify(value) : inputText(value)}</Text>;
  const { Cell } = fieldTypeOf(column.kind);
  return <Cell entity={entity} column={column} value={toWireValue(column, value)} row={row} />;
}
