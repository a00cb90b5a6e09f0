/** Icons and colours. */
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { Suspense, useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedIcon } from '../../ui/icons';
import { Nothing, Plain, visuallyHidden } from './cells';
import { Line, orNull, textOf } from './inputs';
import type { CellProps, FilterProps, InputProps, KindView } from './kindView';
import { lazyPart } from '../../ui/lazyPart';

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

const IconPicker = lazyPart(async () => (await import('./IconPicker')).IconPicker);
/** The set arrives with the first form that shows one of its icons to choose from. */
function IconInput(props: InputProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={36} id={props.id} />}>
      <IconPicker {...props} />
    </Suspense>
  );
}
/** Filters by one mark, chosen as a form chooses it. */
const markFilter = (Input: ComponentType<InputProps>) =>
  function MarkFilter({ entity, column, value, onChange, label }: FilterProps) {
    const id = useId();
    return (
      <Stack sx={{ gap: 1 }}>
        <FormLabel htmlFor={id} id={`${id}-label`}>
          {label}
        </FormLabel>
        <Input
          {...{ entity, column, value, id, label }}
          onChange={(mark) => onChange(textOf(mark))}
          labelId={`${id}-label`}
          describedBy={undefined}
          disabled={false}
          invalid={false}
          rowId={null}
        />
      </Stack>
    );
  };

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

export const iconKind: KindView = {
  Cell: IconCell,
  Input: IconInput,
  Filter: markFilter(IconInput),
  width: 70,
  short: true,
};
export const colorKind: KindView = {
  Cell: ColourCell,
  Input: ColourInput,
  Filter: markFilter(ColourInput),
  width: 110,
  short: true,
};
