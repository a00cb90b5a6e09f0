/** The component of a rule is chosen among the screens there are, by what people call them. */
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { asString } from '../../../../common/json';

export interface ScreenOption {
  /** What is stored. */
  readonly name: string;
  readonly title: string;
}

/** A value that no screen has stays in sight: the server says that it leads nowhere. */
export function ScreenInput(props: InputProps & { readonly options: readonly ScreenOption[] }) {
  const { options, value, onChange, id, disabled, invalid, describedBy } = props;
  const { t } = useTranslation();
  const name = asString(value, 160);
  const chosen = options.find((one) => one.name === name) ?? (name === '' ? null : { name, title: name });
  return (
    <Autocomplete
      size="small"
      fullWidth
      id={id}
      disabled={disabled}
      options={[...options]}
      value={chosen}
      getOptionLabel={({ title }) => title}
      getOptionKey={(option) => option.name}
      isOptionEqualToValue={(one, other) => one.name === other.name}
      filterOptions={(all, { inputValue }) => {
        const typed = inputValue.toLowerCase();
        return all.filter((one) => `${one.title} ${one.name}`.toLowerCase().includes(typed));
      }}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next?.name ?? null)}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <ListItemText primary={option.title} secondary={option.name} />
        </li>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          error={invalid}
          slotProps={{
            input: slotProps.input,
            htmlInput: { ...slotProps.htmlInput, ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
          }}
        />
      )}
    />
  );
}
