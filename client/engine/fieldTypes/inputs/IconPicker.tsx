/** Icon picker: a grid with search in English and Chinese. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { ICON_NAMES, NamedIcon } from '../../../ui/NamedIcon';
import { extendedIcons } from '../../../ui/iconSet/extendedIcons';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { emptyToNull, inputText } from './TextInput';
import type { InputProps } from '../fieldType';

const ALL_ICONS: readonly string[] = [...ICON_NAMES, ...Object.keys(extendedIcons)];
const searchText = (name: string) => `${name.replaceAll('_', ' ')} ${extendedIcons[name]?.[1] ?? ''}`;

/** Icons whose name or keywords contain every part of the text. */
export function searchIcons(text: string): readonly string[] {
  const parts = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((part) => part !== '');
  return ALL_ICONS.filter((name) => parts.every((part) => searchText(name).includes(part)));
}

export function IconPicker({ value, onChange, id, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  const name = inputText(value);
  return (
    <Autocomplete
      id={id}
      size="small"
      disabled={disabled}
      options={name === '' || ALL_ICONS.includes(name) ? [...ALL_ICONS] : [name, ...ALL_ICONS]}
      value={name === '' ? null : name}
      onChange={(_, next) => onChange(next === null ? null : emptyToNull(next))}
      filterOptions={(options, { inputValue }) =>
        inputValue === '' || inputValue === name ? options : [...searchIcons(inputValue)]
      }
      noOptionsText={t('engine.field.no_options')}
      slotProps={{
        listbox: {
          sx: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(44px, 1fr))', p: 2, maxHeight: 280 },
        },
      }}
      renderOption={({ key, ...rest }, option) => (
        <Box
          component="li"
          key={key}
          {...rest}
          title={searchText(option).trim()}
          sx={{ justifyContent: 'center', minHeight: 44, p: '0 !important', borderRadius: 1 }}
        >
          <NamedIcon name={option} />
          <Box component="span" sx={visuallyHidden}>
            {option.replaceAll('_', ' ')}
          </Box>
        </Box>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={t('engine.field.picking')}
          slotProps={{
            input: {
              ...slotProps.input,
              startAdornment: name !== '' && (
                <InputAdornment position="start">
                  <NamedIcon name={name} />
                </InputAdornment>
              ),
            },
            htmlInput: {
              ...slotProps.htmlInput,
              ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
            },
          }}
        />
      )}
    />
  );
}
