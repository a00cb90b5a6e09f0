/** Selects a table, its controller, its primary key, or its fields; free text is not possible. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { permissionPrefix } from '../../../../common/entity/permissionKeys';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { useLanguage } from '../../../shared/i18n/i18n';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { useEngine } from '../../../engine/engineContext';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import { dataWatchApi, type NamedOption } from './dataWatchApi';

/** The tables and fields that can be chosen now: they are loaded again when an entity is designed or changed. */
function useWatchOptions(rule: string) {
  const lang = useLanguage();
  const { registry } = useEngine();
  const options = dataWatchApi.useWatchOptionsQuery({ rule, lang }, { refetchOnMountOrArgChange: true });
  const { refetch } = options;
  const loadedFor = useRef(registry);
  useEffect(() => {
    if (loadedFor.current === registry) return;
    loadedFor.current = registry;
    void refetch();
  }, [registry, refetch]);
  return options;
}
/** Label and name, because labels may be equal. */
function OptionLabel({ option }: { readonly option: NamedOption }) {
  return (
    <>
      {option.label}
      <Typography component="span" variant="caption" sx={{ ml: 2, color: 'text.secondary' }}>
        {option.name}
      </Typography>
    </>
  );
}
const renderTextField =
  ({ invalid, describedBy }: InputProps, extraProps: TextFieldProps = {}) =>
  ({ slotProps, ...params }: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...extraProps}
      error={invalid}
      slotProps={{
        input: slotProps.input,
        htmlInput: {
          ...slotProps.htmlInput,
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        },
      }}
    />
  );

export function TableInput(props: InputProps) {
  const { t } = useTranslation();
  const { entity, value, onChange, id, disabled } = props;
  const { data, isFetching } = useWatchOptions(entity.name);
  const name = inputText(value);
  const chosen = data?.tables.find((table) => table.name === name) ?? (name === '' ? null : { name, label: name });
  return (
    <Autocomplete
      id={id}
      size="small"
      disabled={disabled}
      loading={isFetching}
      options={data?.tables ?? []}
      value={chosen}
      getOptionKey={(option) => option.name}
      getOptionLabel={(option) => option.label}
      isOptionEqualToValue={(first, second) => first.name === second.name}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next?.name ?? null)}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          <OptionLabel option={option} />
        </Box>
      )}
      renderInput={renderTextField(props, { placeholder: t('engine.field.choose') })}
    />
  );
}

/** Every table has this column. */
const PRIMARY_KEY: NamedOption = { name: 'id', label: 'ID' };

/** The controller or the primary key of the selected table. Each table has one of each, which the server stores with it. */
export function DerivedInput(props: InputProps) {
  const { t } = useTranslation();
  const { column, onChange, id, disabled, parent } = props;
  const lang = useLanguage();
  const table = useEngine().registry.get(inputText(parent ?? null));
  const controller = table && { name: permissionPrefix(table), label: entityLabels(table, lang).many };
  const option = table && column.name === 'primary_key' ? PRIMARY_KEY : controller;
  return (
    <Autocomplete
      id={id}
      size="small"
      disabled={disabled || option === undefined}
      clearIcon={null}
      options={option === undefined ? [] : [option]}
      value={option ?? null}
      getOptionLabel={({ name }) => name}
      isOptionEqualToValue={(first, second) => first.name === second.name}
      noOptionsText={t('engine.field.no_options')}
      onChange={() => onChange(null)}
      renderOption={({ key, ...item }, shown) => (
        <Box component="li" key={key} {...item}>
          <OptionLabel option={shown} />
        </Box>
      )}
      renderInput={renderTextField(props)}
    />
  );
}

const fieldNames = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map((name) => inputText(name)) : [];

export function FieldsInput(props: InputProps) {
  const { t } = useTranslation();
  const { entity, value, onChange, id, disabled, parent } = props;
  const { data, isFetching } = useWatchOptions(entity.name);
  const options = data?.fields[inputText(parent ?? null)] ?? [];
  const chosen = fieldNames(value).map(
    (name) => options.find((option) => option.name === name) ?? { name, label: name },
  );
  return (
    <Autocomplete
      id={id}
      multiple
      disableCloseOnSelect
      size="small"
      disabled={disabled}
      loading={isFetching}
      options={options}
      value={chosen}
      getOptionKey={(option) => option.name}
      getOptionLabel={(option) => option.label}
      isOptionEqualToValue={(first, second) => first.name === second.name}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next.map((option) => option.name))}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          <OptionLabel option={option} />
        </Box>
      )}
      renderInput={renderTextField(props, chosen.length === 0 ? { placeholder: t('engine.field.choose') } : {})}
    />
  );
}
