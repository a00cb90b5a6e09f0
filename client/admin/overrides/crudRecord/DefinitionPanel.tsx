/** One entry of the log of definitions: which noun, since when, its fields one by one, and the rest as it is kept. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { crudRecord } from '../../../../common/entities/crudRecord';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PanelProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage, useEntityLabels } from '../../../shared/i18n/i18n';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { EmptyState } from '../../../ui/EmptyState';
import { Facts, LogPart } from '../adminLog/LogPart';
import { PanelHead } from '../../../engine/form/PanelHead';

const mono = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } as const;

/** A field's label as the stored definition words it; with choices it stands before them. */
function labelIn(labels: unknown, name: string): string {
  const label = asRecord(labels)?.[name];
  return asString(Array.isArray(label) ? label[0] : label);
}

/** What a field asks of its value: `max: 60`, `to: news`. */
const optionsOf = (field: unknown): string =>
  Object.entries(asRecord(asRecord(field)?.['options']) ?? {})
    .map(([name, value]) =>
      value === true ? name : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(' · ');

interface FieldsProps {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly labels: unknown;
}
const Fields = ({ fields, labels }: FieldsProps) => (
  <Box component="dl" sx={{ m: 0, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
    {Object.entries(fields).map(([name, field]) => (
      <Box
        key={name}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(104px, 34%) minmax(0, 1fr)', gap: 3, py: 1.5 }}
      >
        <Box component="dt" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="body2">{labelIn(labels, name)}</Typography>
          <Typography sx={{ ...mono, color: 'text.secondary' }}>{name}</Typography>
        </Box>
        <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={mono}>{asString(asRecord(field)?.['kind'])}</Typography>
          <Typography sx={{ ...mono, color: 'text.secondary' }}>{optionsOf(field)}</Typography>
        </Box>
      </Box>
    ))}
  </Box>
);

function Entry({ row }: { readonly row: WireRow }) {
  const lang = useLanguage();
  const format = useFormatters();
  const { fields: labels, choices } = useEntityLabels(crudRecord);
  const label = (name: string) => labels[name] ?? name;
  const fact = (name: string, said: string): readonly [string, string] => [label(name), said];
  const chosen = (name: string) => fact(name, choices[name]?.[asString(row[name])] ?? '');
  const [fields, table] = [asRecord(row['fields']), asRecord(row['table'])];
  return (
    <>
      <Facts
        facts={[
          fact('table_name', asString(row['table_name'])),
          chosen('status'),
          chosen('source'),
          fact('create_time', format.dateTime(asInteger(row['create_time']))),
          fact('field_count', fields ? format.number(asInteger(row['field_count'])) : ''),
        ]}
      />
      {fields && (
        <LogPart title={label('fields')}>
          <Fields fields={fields} labels={asRecord(table?.['labels'])?.[lang]} />
        </LogPart>
      )}
      {table && (
        <LogPart title={label('table')}>
          <Box component="pre" sx={{ ...mono, m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(table, null, 2)}
          </Box>
        </LogPart>
      )}
    </>
  );
}

export function DefinitionPanel({ id, ...ways }: PanelProps) {
  const { t } = useTranslation();
  const { one } = useEntityLabels(crudRecord);
  const say = useTranslateTitle(crudRecord.name);
  const { cachedRow: held, version: mark, fault } = useRow(crudRecord, id);
  const row = mark !== undefined && held !== undefined && 'fields' in held.row ? held.row : undefined;
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <PanelHead caption={`${one} · #${id}`} title={held ? say(asString(held.row['table_name'])) : ''} {...ways} />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 6 }}>
        {fault ? (
          <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />
        ) : row ? (
          <Entry row={row} />
        ) : (
          [120, 80, 60].map((height) => <Skeleton key={height} variant="rounded" height={height} />)
        )}
      </Stack>
    </Stack>
  );
}
