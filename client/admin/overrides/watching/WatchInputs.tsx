/** Chooses a table, or fields of the table chosen beside it; nothing can be typed that is not there. */
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
import { choicesApi, type Named } from './choicesApi';

const useWatchable = (rule: string) => {
  const lang = useLanguage();
  return choicesApi.useWatchableQuery({ rule, lang });
};
/** Both what people say and the name in the definition, by which namesakes are told apart. */
function Line({ option }: { readonly option: Named }) {
  return (
    <>
      {option.label}
      <Typography component="span" variant="caption" sx={{ ml: 2, color: 'text.secondary' }}>
        {option.name}
      </Typography>
    </>
  );
}
const box =
  ({ invalid, describedBy }: InputProps, more: TextFieldProps = {}) =>
  ({ slotProps, ...params }: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...more}
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
  const { data, isFetching } = useWatchable(entity.name);
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
      isOptionEqualToValue={(one, other) => one.name === other.name}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next?.name ?? null)}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          <Line option={option} />
        </Box>
      )}
      renderInput={box(props, { placeholder: t('engine.field.choose') })}
    />
  );
}

const namesIn = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map((one) => inputText(one)) : [];

export function FieldsInput(props: InputProps) {
  const { t } = useTranslation();
  const { entity, value, onChange, id, disabled, parent } = props;
  const { data, isFetching } = useWatchable(entity.name);
  const options = data?.fields[inputText(parent ?? null)] ?? [];
  const chosen = namesIn(value).map((name) => options.find((option) => option.name === name) ?? { name, label: name });
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
      isOptionEqualToValue={(one, other) => one.name === other.name}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next.map((option) => option.name))}
      renderOption={({ key, ...item }, option) => (
        <Box component="li" key={key} {...item}>
          <Line option={option} />
        </Box>
      )}
      renderInput={box(props, chosen.length === 0 ? { placeholder: t('engine.field.choose') } : {})}
    />
  );
}
