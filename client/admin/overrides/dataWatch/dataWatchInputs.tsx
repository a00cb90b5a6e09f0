/** Selects a table, or fields of the selected table; free text is not possible. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { useLanguage } from '../../../shared/i18n/i18n';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import { dataWatchApi, type NamedOption } from './dataWatchApi';

const useWatchOptions = (rule: string) => {
  const lang = useLanguage();
  return dataWatchApi.useWatchOptionsQuery({ rule, lang });
};
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
