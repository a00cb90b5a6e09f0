/** Panel of a stored definition: entity, time, its fields, and its settings as in the designer. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readEntity } from '../../../../common/definition/parseEntity';
import { entityToDesign } from '../../../../common/designer/entityToDesign';
import { crudDesign } from '../../../../common/entities/crudDesign';
import { crudRecord } from '../../../../common/entities/crudRecord';
import type { Field } from '../../../../common/entity/field';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { PanelProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useTranslateTitle } from '../../../engine/data/useTranslateTitle';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage, useEntityLabels } from '../../../shared/i18n/i18n';
import { asRecord, asString, asInteger } from '../../../../common/json';
import { EmptyState } from '../../../ui/EmptyState';
import { FactList, LogSection } from '../adminLog/LogSection';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { DefinitionActions } from './DefinitionActions';
import { PanelHead } from '../../../engine/form/PanelHead';

const monospaceStyle = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } as const;

/** A value as text: parts of lists and objects are separated by commas. */
function printValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(printValue).join(', ');
  const parts = asRecord(value);
  if (parts === undefined) return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(parts)
    .map(([name, part]) => (part === true ? name : `${name}: ${printValue(part)}`))
    .join(', ');
}

const SETTING_FIELDS: Readonly<Record<string, Field>> = crudDesign.spec.fields;
/** Settings that say nothing about most tables. */
const isEmptySetting = (value: unknown): boolean => value === null || value === '' || value === 0;

/** The settings of the definition with the names of the designer; the stored parts of one that cannot be read. */
function useSettingsFacts(row: WireRow): readonly (readonly [string, string])[] {
  const { fields: labels, choices } = useEntityLabels(crudDesign);
  return useMemo(() => {
    const table = asRecord(row['table']) ?? {};
    const read = readEntity({ name: row['table_name'], spec: { ...table, fields: row['fields'] } });
    if ('problems' in read) return Object.entries(table).map(([name, value]) => [name, printValue(value)] as const);
    const { table_name: _name, ...settings } = entityToDesign(read.entity).settings;
    return Object.entries(settings).flatMap(([name, value]): readonly (readonly [string, string])[] => {
      if (isEmptySetting(value)) return [];
      const isOn = value === 1 && SETTING_FIELDS[name]?.kind === 'switch';
      const text = isOn ? '✓' : (choices[name]?.[printValue(value)] ?? printValue(value));
      return [[labels[name] ?? name, text]];
    });
  }, [row, labels, choices]);
}

/** Label of a field in the stored definition; a label with choices is an array that starts with the text. */
function storedLabel(labels: unknown, name: string): string {
  const label = asRecord(labels)?.[name];
  return asString(Array.isArray(label) ? label[0] : label);
}

/** Options of a field: `max: 60`, `to: news`. */
const optionsText = (field: unknown): string =>
  Object.entries(asRecord(asRecord(field)?.['options']) ?? {})
    .map(([name, value]) => (value === true ? name : `${name}: ${printValue(value)}`))
    .join(' · ');

interface FieldListProps {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly labels: unknown;
}
const FieldList = ({ fields, labels }: FieldListProps) => (
  <Box component="dl" sx={{ m: 0, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
    {Object.entries(fields).map(([name, field]) => (
      <Box
        key={name}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(104px, 34%) minmax(0, 1fr)', gap: 3, py: 1.5 }}
      >
        <Box component="dt" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="body2">{storedLabel(labels, name)}</Typography>
          <Typography sx={{ ...monospaceStyle, color: 'text.secondary' }}>{name}</Typography>
        </Box>
        <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={monospaceStyle}>{asString(asRecord(field)?.['kind'])}</Typography>
          <Typography sx={{ ...monospaceStyle, color: 'text.secondary' }}>{optionsText(field)}</Typography>
        </Box>
      </Box>
    ))}
  </Box>
);

function DefinitionEntry({ row }: { readonly row: WireRow }) {
  const lang = useLanguage();
  const format = useFormatters();
  const { fields: labels, choices } = useEntityLabels(crudRecord);
  const label = (name: string) => labels[name] ?? name;
  const toFact = (name: string, value: string): readonly [string, string] => [label(name), value];
  const choiceFact = (name: string) => toFact(name, choices[name]?.[asString(row[name])] ?? '');
  const [fields, table] = [asRecord(row['fields']), asRecord(row['table'])];
  const settingsFacts = useSettingsFacts(row);
  return (
    <>
      <FactList
        facts={[
          toFact('table_name', asString(row['table_name'])),
          choiceFact('status'),
          choiceFact('source'),
          toFact('create_time', format.dateTime(asInteger(row['create_time']))),
          toFact('field_count', fields ? format.number(asInteger(row['field_count'])) : ''),
        ]}
      />
      {fields && (
        <LogSection title={label('fields')}>
          <FieldList fields={fields} labels={asRecord(table?.['labels'])?.[lang]} />
        </LogSection>
      )}
      {table && (
        <LogSection title={label('table')}>
          <FactList facts={settingsFacts} />
        </LogSection>
      )}
    </>
  );
}

export function DefinitionPanel({ id, ...panelHandlers }: PanelProps) {
  const { t } = useTranslation();
  const { one } = useEntityLabels(crudRecord);
  const { admin } = useBootstrap();
  const translateTitle = useTranslateTitle(crudRecord.name);
  const { cachedRow, version, fault } = useRow(crudRecord, id);
  const row = version !== undefined && cachedRow !== undefined && 'fields' in cachedRow.row ? cachedRow.row : undefined;
  return (
    <Stack sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}>
      <PanelHead
        caption={`${one} · #${id}`}
        title={cachedRow ? translateTitle(asString(cachedRow.row['table_name'])) : ''}
        {...panelHandlers}
      />
      <Stack tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 5, py: 4, gap: 6 }}>
        {fault ? (
          <EmptyState title={t('engine.form.failed_title')} help={fault.msg} />
        ) : row ? (
          <>
            {admin.super && <DefinitionActions id={id} row={row} />}
            <DefinitionEntry row={row} />
          </>
        ) : (
          [120, 80, 60].map((height) => <Skeleton key={height} variant="rounded" height={height} />)
        )}
      </Stack>
    </Stack>
  );
}
