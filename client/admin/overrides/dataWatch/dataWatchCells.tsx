/** Tables, fields and values of the logs, with the labels of their entity. */
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { findColumn } from '../../../../common/entity/columns';
import { toWireValue } from '../../../../common/entity/projectRow';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useEngine } from '../../../engine/engineContext';
import { LabelList, EmptyCell } from '../../../engine/fieldTypes/cells/cells';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

const CellText = ({ children }: { readonly children: string }): ReactNode => (
  <Typography component="span" variant="inherit" noWrap title={children} sx={{ display: 'block' }}>
    {children}
  </Typography>
);
function useLabelledEntity(table: Json | undefined) {
  const { registry } = useEngine();
  const lang = useLanguage();
  const entity = registry.get(inputText(table ?? null));
  return { entity, labels: entity && entityLabels(entity, lang) };
}

export function TableCell({ value }: CellProps) {
  const { labels } = useLabelledEntity(value);
  return value === null ? <EmptyCell /> : <CellText>{labels?.many ?? inputText(value)}</CellText>;
}

export function FieldCell({ value, row }: CellProps) {
  const { labels } = useLabelledEntity(row['data_table']);
  return value === null ? <EmptyCell /> : <CellText>{labels?.fields[inputText(value)] ?? inputText(value)}</CellText>;
}

/** Whether a rule is enabled. An enabled rule that watches removed fields says so. */
export function RuleStatusCell(props: CellProps) {
  const { t } = useTranslation();
  useLazyTranslations();
  const { value, row, DefaultCell } = props;
  const { entity } = useLabelledEntity(row['data_table']);
  const names = Array.isArray(row['data_fields']) ? row['data_fields'].map((name) => inputText(name)) : [];
  const unknown = entity && value === 1 ? names.filter((name) => findColumn(entity, name) === undefined) : [];
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, minWidth: 0 }}>
      {DefaultCell && <DefaultCell {...props} />}
      {unknown.length > 0 && (
        <Chip
          size="small"
          color="warning"
          label={t('dataWatch.missing')}
          title={t('dataWatch.unknown', { fields: unknown.join(', ') })}
        />
      )}
    </Stack>
  );
}

export function FieldsCell({ value, row }: CellProps) {
  const { labels } = useLabelledEntity(row['data_table']);
  const names = Array.isArray(value) ? (value as readonly Json[]).map((name) => inputText(name)) : [];
  return <LabelList labels={names.map((name) => labels?.fields[name] ?? name)} />;
}

/** Field kinds that a cell can show from the value without its row; other values are shown as stored. */
const SELF_CONTAINED_KINDS = new Set([
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
  const { entity } = useLabelledEntity(row['data_table']);
  const column = entity && findColumn(entity, inputText(row['data_field'] ?? null));
  if (value === null) return <EmptyCell />;
  if (entity === undefined || column === undefined || !SELF_CONTAINED_KINDS.has(column.kind))
    return <CellText>{typeof value === 'object' ? JSON.stringify(value) : inputText(value)}</CellText>;
  const { Cell } = getFieldType(column.kind);
  return <Cell entity={entity} column={column} value={toWireValue(column, value)} row={row} />;
}
