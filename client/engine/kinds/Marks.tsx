/** Icons and colours. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { ICON_NAMES, NamedIcon } from '../../ui/icons';
import { Nothing, Plain, visuallyHidden } from './cells';
import { TextFilter } from './filters';
import { Line, orNull, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

function IconCell({ value }: CellProps) {
  const name = textOf(value);
  if (name === '') return <Nothing />;
  return (
    <Box component="span" title={name} sx={{ display: 'inline-flex', color: 'text.secondary' }}>
      <NamedIcon name={name} />
      <Box component="span" sx={visuallyHidden}>
        {name}
      </Box>
    </Box>
  );
}

function IconInput({ value, onChange, id, disabled, invalid, describedBy }: InputProps) {
  const name = textOf(value);
  return (
    <Autocomplete
      id={id}
      freeSolo
      autoSelect
      size="small"
      disabled={disabled}
      options={[...ICON_NAMES]}
      value={name === '' ? null : name}
      onChange={(_, next) => onChange(next === null ? null : orNull(next.trim()))}
      renderOption={({ key, ...rest }, option) => (
        <Box component="li" key={key} {...rest} sx={{ gap: 2 }}>
          <NamedIcon name={option} /> {option}
        </Box>
      )}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          error={invalid}
          slotProps={{
            input: {
              ...slotProps.input,
              startAdornment: (
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

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
const Swatch = ({ colour }: { readonly colour: string }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 16,
      height: 16,
      borderRadius: 1,
      border: 1,
      borderColor: 'divider',
      bgcolor: isColour(colour) ? colour : 'transparent',
      flex: 'none',
    }}
  />
);

function ColourCell({ value }: CellProps) {
  const colour = textOf(value);
  if (colour === '') return <Nothing />;
  return (
    <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
      <Swatch colour={colour} />
      <Plain mono>{colour}</Plain>
    </Stack>
  );
}

function ColourInput(props: InputProps) {
  const { t } = useTranslation();
  const colour = textOf(props.value);
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t('engine.field.color')}
        value={isColour(colour) ? colour : '#000000'}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.value)}
        sx={{ width: 24, height: 24, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return (
    <Line
      {...props}
      value={colour}
      onText={(text) => props.onChange(orNull(text.trim()))}
      placeholder="#rrggbb"
      start={picker}
      mono
    />
  );
}

export const iconKind: KindView = { Cell: IconCell, Input: IconInput, Filter: TextFilter, width: 70, short: true };
export const colorKind: KindView = {
  Cell: ColourCell,
  Input: ColourInput,
  Filter: TextFilter,
  width: 110,
  short: true,
};
