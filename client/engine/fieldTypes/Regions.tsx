/** A region as province, city and district: three menus, each limited by the one before. */
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { bareFieldset, PlainText } from './cells/cells';
import { inputText } from './inputs/TextInput';
import type { CellProps, FilterProps, InputProps, FieldType } from './fieldType';
import { useRegionNames } from './cells/useRegionNames';

const regionCodesChange = (value: Json): readonly string[] =>
  Array.isArray(value)
    ? (value as readonly Json[])
        .map(inputText)
        .filter((code) => code !== '')
        .slice(0, 3)
    : [];

function RegionCell({ value }: CellProps) {
  const names = useRegionNames();
  return (
    <PlainText>
      {regionCodesChange(value)
        .map((code) => names?.regionName(code) ?? code)
        .join(' / ')}
    </PlainText>
  );
}

const LEVELS = ['province', 'city', 'district'] as const;
interface RegionCascadeProps extends Pick<InputProps, 'id' | 'label' | 'disabled' | 'invalid' | 'describedBy'> {
  readonly codes: readonly string[];
  readonly onCodesChange: (codes: readonly string[]) => void;
  readonly isStacked?: boolean;
}
/** Choosing a level clears the levels below. */
function RegionCascade(props: RegionCascadeProps) {
  const { codes, onCodesChange, id, label, disabled, invalid, describedBy, isStacked = false } = props;
  const { t } = useTranslation();
  const names = useRegionNames();
  return (
    <Stack
      component="fieldset"
      direction={isStacked ? 'column' : { xs: 'column', sm: 'row' }}
      aria-label={label}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      sx={{ ...bareFieldset, gap: 2 }}
    >
      {LEVELS.map((level, levelIndex) => {
        const options = levelIndex <= codes.length && names ? names.regionsBelow(codes.slice(0, levelIndex)) : [];
        const code = codes[levelIndex] ?? '';
        const isKnown = options.some((option) => option.code === code);
        return (
          <Stack key={level} sx={{ flex: 1, minWidth: 0 }}>
            <FormLabel
              id={`${id}-${level}`}
              htmlFor={levelIndex === 0 ? id : `${id}-${level}-menu`}
              sx={{ fontSize: '0.75rem' }}
            >
              {t(`engine.field.${level}`)}
            </FormLabel>
            <Select
              size="small"
              displayEmpty
              value={code}
              error={invalid}
              disabled={disabled || names === null || levelIndex > codes.length}
              labelId={`${id}-${level}`}
              SelectDisplayProps={{ id: levelIndex === 0 ? id : `${id}-${level}-menu` }}
              onChange={({ target }) =>
                onCodesChange(
                  target.value === '' ? codes.slice(0, levelIndex) : [...codes.slice(0, levelIndex), target.value],
                )
              }
              renderValue={() => (code === '' ? t('engine.field.choose') : (names?.regionName(code) ?? code))}
              MenuProps={{ slotProps: { paper: { sx: { maxHeight: 320 } } } }}
            >
              <MenuItem value="">{t('engine.field.none')}</MenuItem>
              {code !== '' && !isKnown && <MenuItem value={code}>{names?.regionName(code) ?? code}</MenuItem>}
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

const RegionInput = ({ value, onChange, ...rest }: InputProps) => (
  <RegionCascade
    {...rest}
    codes={regionCodesChange(value)}
    onCodesChange={(codes) => onChange(codes.length === 0 ? null : codes)}
  />
);

/** Filters by a region and all regions below it; the deepest code identifies the path. */
function RegionFilter({ value, onChange, label }: FilterProps) {
  const id = useId();
  const deepestCode = /^\d{6}$/.test(value) ? value : '';
  const pathCodes = [`${deepestCode.slice(0, 2)}0000`, `${deepestCode.slice(0, 4)}00`, deepestCode];
  const codes = deepestCode === '' ? [] : [...new Set(pathCodes)];
  return (
    <RegionCascade
      id={id}
      label={label}
      isStacked
      codes={codes}
      onCodesChange={(next) => onChange(next.at(-1) ?? '')}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}

export const regionFieldType: FieldType = {
  Cell: RegionCell,
  Input: RegionInput,
  Filter: RegionFilter,
  width: 180,
  isShort: false,
};
