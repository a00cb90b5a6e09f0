/** Chooses the table or the record that a design starts from. */
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { crudRecord } from '../../../../common/entities/crudRecord';
import { asInteger, asString } from '../../../../common/json';
import { LIMITS } from '../../../../common/limits';
import { rowsApi } from '../../../engine/data/rowsApi';
import { useRetainRows } from '../../../engine/data/useRetainRows';
import { useAppSelector } from '../../../shared/app/createStore';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';
import { selectEntityRows } from '../../../shared/store/entities';
import { useSourceTablesQuery, useTableIssuesQuery } from '../data/designerApi';
import { ColumnIssues } from './ColumnIssues';
import type { SourceProps } from './startDraft';

interface Option {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
}
interface OptionSelectProps {
  readonly label: string;
  readonly help?: string;
  readonly options: readonly Option[];
  readonly isLoading: boolean;
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}
function OptionSelect({ label, help, options, isLoading, chosen, onChoose }: OptionSelectProps) {
  const { t } = useTranslation();
  return (
    <Autocomplete
      size="small"
      fullWidth
      loading={isLoading}
      options={[...options]}
      value={options.find(({ key }) => key === chosen) ?? null}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ key }) => key}
      isOptionEqualToValue={(first, second) => first.key === second.key}
      filterOptions={(all, { inputValue }) => {
        const typed = inputValue.toLowerCase();
        return all.filter(({ title, hint }) => `${title} ${hint}`.toLowerCase().includes(typed));
      }}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, option) => onChoose(option?.key ?? '')}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <ListItemText primary={option.title} secondary={option.hint} />
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={label} helperText={help} />}
    />
  );
}

export function TableSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { data, isLoading } = useSourceTablesQuery(undefined);
  const tables = data?.tables ?? [];
  const options = tables.map(({ name, labels, isBuiltIn }) => ({
    key: name,
    title: labels[lang] ?? name,
    hint: isBuiltIn ? `${name} · ${t('designerScreen.start.built_in')}` : name,
  }));
  const { data: issues = [] } = useTableIssuesQuery(draft.table, { skip: draft.table === '' });
  return (
    <>
      <OptionSelect
        label={t('designerScreen.start.table')}
        help={t('designerScreen.start.table_help')}
        options={options}
        isLoading={isLoading}
        chosen={draft.table}
        onChoose={(table) => onChange({ table })}
      />
      <ColumnIssues issues={draft.table === '' ? [] : issues} />
    </>
  );
}

export function RecordSource({ draft, onChange }: SourceProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const params = { page: 1, limit: LIMITS.maxPageSize, order: 'id,desc' };
  const { data: page, isLoading } = rowsApi.useListQuery(
    { e: crudRecord.name, params },
    { refetchOnMountOrArgChange: true },
  );
  const stored = useAppSelector(selectEntityRows(crudRecord.name));
  useRetainRows(crudRecord.name, page?.ids ?? []);
  const options = (page?.ids ?? []).flatMap((id): readonly Option[] => {
    const row = stored?.[id]?.row;
    if (row === undefined) return [];
    const hint = [`#${id}`, format.dateTime(asInteger(row['create_time']))].join(' · ');
    return [{ key: String(id), title: asString(row['table_name'], 60), hint }];
  });
  return (
    <OptionSelect
      label={t('designerScreen.start.record')}
      options={options}
      isLoading={isLoading}
      chosen={draft.record === null ? '' : String(draft.record)}
      onChoose={(key) => onChange({ record: key === '' ? null : Number(key) })}
    />
  );
}
