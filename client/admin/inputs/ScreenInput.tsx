/** Input that selects a stored name by its title, such as the screen of a menu rule. */
import Autocomplete from '@mui/material/Autocomplete';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../engine/fieldTypes/fieldType';
import { asString } from '../../../common/json';

export interface ScreenOption {
  /** Stored value. */
  readonly name: string;
  readonly title: string;
  /** Below the title; by default the stored value. */
  readonly hint?: string;
}

/** An unknown value stays visible; the server refuses it when saving. */
export function ScreenInput(props: InputProps & { readonly options: readonly ScreenOption[] }) {
  const { options, value, onChange, id, disabled, invalid, describedBy } = props;
  const { t } = useTranslation();
  const name = asString(value, 160);
  const title = options.find((option) => option.name === name)?.title ?? name;
  // Autocomplete replaces the typed text whenever its value is another object.
  const selected = useMemo((): ScreenOption | null => (name === '' ? null : { name, title }), [name, title]);
  return (
    <Autocomplete
      size="small"
      fullWidth
      id={id}
      disabled={disabled}
      options={[...options]}
      value={selected}
      getOptionLabel={(option) => option.title}
      getOptionKey={(option) => option.name}
      isOptionEqualToValue={(first, second) => first.name === second.name}
      filterOptions={(all, { inputValue }) => {
        const typed = inputValue.toLowerCase();
        return all.filter((option) =>
          `${option.title} ${option.name} ${option.hint ?? ''}`.toLowerCase().includes(typed),
        );
      }}
      noOptionsText={t('engine.field.no_options')}
      onChange={(_, next) => onChange(next?.name ?? null)}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          <ListItemText primary={option.title} secondary={option.hint ?? option.name} />
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
