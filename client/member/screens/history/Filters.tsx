/** What narrows a history: direction, type and days. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import { isDay } from '../../../../common/text/dates';
import { SHAPES } from '../../../engine/kinds/timeMask';
import { DayField } from '../../DayField';
import { asOneOf } from '../../../shared/persist';
import { GRID } from '../../../shared/tokens';
import type { WealthKind } from '../../wealth/amounts';
import { ENTRY_TYPES, type EntryQuery } from '../../wealth/entries';

export type FilterState = Pick<EntryQuery, 'sign' | 'type' | 'from' | 'to'>;
export const NO_FILTERS: FilterState = {};
export const isFiltered = (filters: FilterState): boolean =>
  Object.values(filters).some((value) => value !== undefined);
const SIGNS = ['all', 'in', 'out'] as const;
const TYPES = ['all', ...ENTRY_TYPES] as const;
/** The types entries of an account can have: a check-in gives points alone. */
export const typesOf = (kind: WealthKind) => TYPES.filter((type) => kind === 'score' || type !== 'sign_in');

const GAP = 3;
/** Two days side by side on a phone. */
const HALF = `calc(50% - ${(GAP * GRID) / 2}px)`;

type DayFault = 'no_day' | 'reversed_days';
/** What is wrong with the days that are typed in full. */
export function dayFaults({ from, to }: FilterState): { readonly from?: DayFault; readonly to?: DayFault } {
  const isBad = (day: string | undefined) => day !== undefined && day.length >= SHAPES.day.length && !isDay(day);
  if (isBad(from) || isBad(to)) return { ...(isBad(from) && { from: 'no_day' }), ...(isBad(to) && { to: 'no_day' }) };
  const isReversed = from !== undefined && to !== undefined && isDay(from) && isDay(to) && from > to;
  return isReversed ? { to: 'reversed_days' } : {};
}

interface FiltersProps {
  readonly kind: WealthKind;
  readonly value: FilterState;
  readonly onChange: (value: FilterState) => void;
}
export function Filters({ kind, value, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const set = (change: FilterState) => onChange({ ...value, ...change });
  const wrong = dayFaults(value);
  const day = (name: 'from' | 'to') => (
    <DayField
      size="small"
      label={t(`wealth.history.${name}`)}
      value={value[name] ?? ''}
      onText={(text) => set({ [name]: text === '' ? undefined : text })}
      error={wrong[name] !== undefined}
      helperText={wrong[name] && t(`wealth.history.${wrong[name]}`)}
      sx={{ width: { xs: HALF, sm: 160 } }}
    />
  );
  return (
    <Stack direction="row" useFlexGap sx={{ gap: GAP, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value.sign ?? 'all'}
        onChange={(_, sign: unknown) => {
          const wanted = asOneOf(sign, SIGNS, 'all');
          set({ sign: wanted === 'all' ? undefined : wanted });
        }}
      >
        {SIGNS.map((sign) => (
          <ToggleButton key={sign} value={sign}>
            {t(`wealth.history.${sign}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        select
        size="small"
        label={t('wealth.history.type')}
        value={value.type ?? 'all'}
        onChange={({ target }) => {
          const wanted = asOneOf(target.value, TYPES, 'all');
          set({ type: wanted === 'all' ? undefined : wanted });
        }}
        sx={{ width: { xs: '100%', sm: 150 } }}
      >
        {typesOf(kind).map((type) => (
          <MenuItem key={type} value={type}>
            {type === 'all' ? t('wealth.history.all') : t(`wealth.types.${type}`)}
          </MenuItem>
        ))}
      </TextField>
      {day('from')}
      {day('to')}
      {isFiltered(value) && <Button onClick={() => onChange(NO_FILTERS)}>{t('wealth.history.clear')}</Button>}
    </Stack>
  );
}
