/** A place as province, city and district: three menus, each offering what lies within the one before. */
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { bareFieldset, Plain } from './cells';
import { textOf } from './inputs';
import type { CellProps, FilterProps, InputProps, KindView } from './kindView';
import { useAreas } from './useAreas';

const codesOf = (value: Json): readonly string[] =>
  Array.isArray(value)
    ? (value as readonly Json[])
        .map(textOf)
        .filter((code) => code !== '')
        .slice(0, 3)
    : [];

function CityCell({ value }: CellProps) {
  const names = useAreas();
  return (
    <Plain>
      {codesOf(value)
        .map((code) => names?.areaName(code) ?? code)
        .join(' / ')}
    </Plain>
  );
}

const LEVELS = ['province', 'city', 'district'] as const;
interface CascadeProps extends Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy'> {
  readonly codes: readonly string[];
  readonly onCodes: (codes: readonly string[]) => void;
  readonly stacked?: boolean;
}
/** Choosing one level empties those below it. */
function Cascade({ codes, onCodes, id, label, disabled, invalid, describedBy, stacked = false }: CascadeProps) {
  const { t } = useTranslation();
  const names = useAreas();
  return (
    <Stack
      component="fieldset"
      direction={stacked ? 'column' : { xs: 'column', sm: 'row' }}
      aria-label={label}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      sx={{ ...bareFieldset, gap: 2 }}
    >
      {LEVELS.map((level, at) => {
        const options = at <= codes.length && names ? names.areasBelow(codes.slice(0, at)) : [];
        const code = codes[at] ?? '';
        const known = options.some((option) => option.code === code);
        return (
          <Stack key={level} sx={{ flex: 1, minWidth: 0 }}>
            <FormLabel
              id={`${id}-${level}`}
              htmlFor={at === 0 ? id : `${id}-${level}-menu`}
              sx={{ fontSize: '0.75rem' }}
            >
              {t(`engine.field.${level}`)}
            </FormLabel>
            <Select
              size="small"
              displayEmpty
              value={code}
              error={invalid}
              disabled={disabled || names === null || at > codes.length}
              labelId={`${id}-${level}`}
              SelectDisplayProps={{ id: at === 0 ? id : `${id}-${level}-menu` }}
              onChange={({ target }) =>
                onCodes(target.value === '' ? codes.slice(0, at) : [...codes.slice(0, at), target.value])
              }
              renderValue={() => (code === '' ? t('engine.field.choose') : (names?.areaName(code) ?? code))}
              MenuProps={{ slotProps: { paper: { sx: { maxHeight: 320 } } } }}
            >
              <MenuItem value="">{t('engine.field.none')}</MenuItem>
              {code !== '' && !known && <MenuItem value={code}>{names?.areaName(code) ?? code}</MenuItem>}
              {options.map((option) => (
                <MenuItem key={option.code} value={option.code}>
                  {option.name}
                </MenuItem>
              ))}
            </Select>
          </Stack>
        );
      })}
    </Stack>
  );
}

const CityInput = ({ value, onChange, ...rest }: InputProps) => (
  <Cascade {...rest} codes={codesOf(value)} onCodes={(codes) => onChange(codes.length === 0 ? null : codes)} />
);

/** All places within what is chosen: the deepest code stands for the whole way to it. */
function CityFilter({ value, onChange, label }: FilterProps) {
  const id = useId();
  const deepest = /^\d{6}$/.test(value) ? value : '';
  const ways = [`${deepest.slice(0, 2)}0000`, `${deepest.slice(0, 4)}00`, deepest];
  const codes = deepest === '' ? [] : [...new Set(ways)];
  return (
    <Cascade
      id={id}
      label={label}
      stacked
      codes={codes}
      onCodes={(next) => onChange(next.at(-1) ?? '')}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}

export const cityKind: KindView = { Cell: CityCell, Input: CityInput, Filter: CityFilter, width: 180, short: false };
