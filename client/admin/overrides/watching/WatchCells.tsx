/** Tables, fields and values of a log in the words of the definitions they speak of. */
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Json } from '../../../../common/entity/field';
import { columnNamed } from '../../../../common/entity/meta';
import { toWire } from '../../../../common/entity/project';
import { entityWords } from '../../../../common/locales/entityWords';
import { useEngine } from '../../../engine/engineContext';
import { Labels, Nothing } from '../../../engine/kinds/cells';
import { viewOf } from '../../../engine/kinds/index';
import { textOf } from '../../../engine/kinds/inputs';
import type { CellProps } from '../../../engine/kinds/kindView';
import { useLang } from '../../../shared/i18n';

const Text = ({ children }: { readonly children: string }): ReactNode => (
  <Typography component="span" variant="inherit" noWrap title={children} sx={{ display: 'block' }}>
    {children}
  </Typography>
);
function useNoun(table: Json | undefined) {
  const { registry } = useEngine();
  const lang = useLang();
  const entity = registry.get(textOf(table ?? null));
  return { entity, words: entity && entityWords(entity, lang) };
}

export function TableCell({ value }: CellProps) {
  const { words } = useNoun(value);
  return value === null ? <Nothing /> : <Text>{words?.many ?? textOf(value)}</Text>;
}

export function FieldCell({ value, row }: CellProps) {
  const { words } = useNoun(row['data_table']);
  return value === null ? <Nothing /> : <Text>{words?.fields[textOf(value)] ?? textOf(value)}</Text>;
}

export function FieldsCell({ value, row }: CellProps) {
  const { words } = useNoun(row['data_table']);
  const names = Array.isArray(value) ? (value as readonly Json[]).map((one) => textOf(one)) : [];
  return <Labels labels={names.map((name) => words?.fields[name] ?? name)} />;
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
  const column = entity && columnNamed(entity, textOf(row['data_field'] ?? null));
  if (value === null) return <Nothing />;
  if (entity === undefined || column === undefined || !BY_VALUE.has(column.kind))
    return <Text>{typeof value === 'object' ? JSON.stringify(value) : textOf(value)}</Text>;
  const { Cell } = viewOf(column.kind);
  return <Cell entity={entity} column={column} value={toWire(column, value)} row={row} />;
}
