/** Icons and colors. */
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Suspense, useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedIcon } from '../../ui/NamedIcon';
import { EmptyCell, PlainText } from './cells/cells';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { TextInput, emptyToNull, inputText } from './inputs/TextInput';
import type { CellProps, FilterProps, InputProps, FieldType } from './fieldType';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

function IconCell({ value }: CellProps) {
  const name = inputText(value);
  if (name === '') return <EmptyCell />;
  return (
    <Box component="span" title={name} sx={{ display: 'inline-flex', color: 'text.secondary' }}>
      <NamedIcon name={name} />
      <Box component="span" sx={visuallyHidden}>
        {name}
      </Box>
    </Box>
  );
}

const IconPicker = lazyWithRetry(async () => (await import('./inputs/IconPicker')).IconPicker);
/** The icon set is loaded with the first icon input. */
function IconInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={36} id={props.id} />}>
      <IconPicker {...props} />
    </Suspense>
  );
}
/** A filter with the same input as the form. */
const createInputFilter = (Input: ComponentType<InputProps>) =>
  function InputFilter({ entity, column, value, onChange, label }: FilterProps) {
    const id = useId();
    return (
      <Stack sx={{ gap: 1 }}>
        <FormLabel htmlFor={id} id={`${id}-label`}>
          {label}
        </FormLabel>
        <Input
          entity={entity}
          column={column}
          value={value}
          id={id}
          label={label}
          onChange={(next) => onChange(inputText(next))}
          labelId={`${id}-label`}
          describedBy={undefined}
          disabled={false}
          invalid={false}
          rowId={null}
        />
      </Stack>
    );
  };

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
/** A square of the color. */
export const Swatch = ({ color }: { readonly color: string }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 16,
      height: 16,
      borderRadius: 1,
      border: 1,
      borderColor: 'divider',
      bgcolor: isColor(color) ? color : 'transparent',
      flex: 'none',
    }}
  />
);

function ColorCell({ value }: CellProps) {
  const color = inputText(value);
  if (color === '') return <EmptyCell />;
  return (
    <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
      <Swatch color={color} />
      <PlainText isMonospace>{color}</PlainText>
    </Stack>
  );
}

function ColorInput(props: InputProps) {
  const { t } = useTranslation();
  const color = inputText(props.value);
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={t('engine.field.color')}
        value={isColor(color) ? color : '#000000'}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.value)}
        sx={{ width: 24, height: 24, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return (
    <TextInput
      {...props}
      value={color}
      onTextChange={(text) => props.onChange(emptyToNull(text.trim()))}
      placeholder="#rrggbb"
      startAdornment={picker}
      isMonospace
    />
  );
}

export const iconFieldType: FieldType = {
  Cell: IconCell,
  Input: IconInput,
  Filter: createInputFilter(IconInput),
  width: 70,
  isShort: true,
};
export const colorFieldType: FieldType = {
  Cell: ColorCell,
  Input: ColorInput,
  Filter: createInputFilter(ColorInput),
  width: 110,
  isShort: true,
};
