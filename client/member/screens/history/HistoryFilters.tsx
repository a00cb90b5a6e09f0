/** The filters of a history: direction, type and days. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCalendarDate } from '../../../../common/text/time/dates';
import { MASKS } from '../../../engine/fieldTypes/inputs/dateTimeMask';
import { DateField } from '../../DateField';
import { asOneOf } from '../../../../common/json';
import { SPACING_UNIT } from '../../../shared/theme/designTokens';
import type { BalanceKind } from '../../balance/amounts';
import { ENTRY_TYPE_NAMES, type EntryQuery } from '../../balance/entriesApi';

export type HistoryFilter = Pick<EntryQuery, 'sign' | 'type' | 'from' | 'to' | 'text'>;
export const EMPTY_FILTERS: HistoryFilter = {};
export const hasFilters = (filters: HistoryFilter): boolean =>
  Object.values(filters).some((value) => value !== undefined);
const SIGNS = ['all', 'in', 'out'] as const;
const TYPES = ['all', ...ENTRY_TYPE_NAMES] as const;
/** The entry types of an account: a check-in gives only points. */
export const entryTypesFor = (kind: BalanceKind) => TYPES.filter((type) => kind === 'score' || type !== 'sign_in');

const GAP = 3;
/** Places two dates side by side on a phone. */
const HALF_WIDTH = `calc(50% - ${(GAP * SPACING_UNIT) / 2}px)`;

type DayError = 'no_day' | 'reversed_days';
/** The errors of completely typed dates. */
export function findDayErrors({ from, to }: HistoryFilter): { readonly from?: DayError; readonly to?: DayError } {
  const isInvalidDay = (day: string | undefined) =>
    day !== undefined && day.length >= MASKS.day.length && !isCalendarDate(day);
  if (isInvalidDay(from) || isInvalidDay(to))
    return { ...(isInvalidDay(from) && { from: 'no_day' }), ...(isInvalidDay(to) && { to: 'no_day' }) };
  const isReversed = from !== undefined && to !== undefined && isCalendarDate(from) && isCalendarDate(to) && from > to;
  return isReversed ? { to: 'reversed_days' } : {};
}

const TYPING_PAUSE_MS = 400;
interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}
/** Searches after a pause, or with Enter; an outside change of the text, such as "back", replaces what is typed. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  const search = () => {
    const wanted = text.trim();
    if (wanted === value) return;
    setTyped({ text, of: wanted });
    onChange(wanted);
  };
  const submit = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(submit, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      type="search"
      size="small"
      label={t('balance.history.search')}
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, of: value })}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) search();
      }}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      sx={{ width: { xs: '100%', sm: 220 } }}
    />
  );
}

interface HistoryFiltersProps {
  readonly kind: BalanceKind;
  readonly value: HistoryFilter;
  readonly onChange: (value: HistoryFilter) => void;
}
export function HistoryFilters({ kind, value, onChange }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const setFilter = (change: HistoryFilter) => onChange({ ...value, ...change });
  const dayErrors = findDayErrors(value);
  const renderDayField = (name: 'from' | 'to') => (
    <DateField
      size="small"
      label={t(`balance.history.${name}`)}
      value={value[name] ?? ''}
      onChangeText={(text) => setFilter({ [name]: text === '' ? undefined : text })}
      error={dayErrors[name] !== undefined}
      helperText={dayErrors[name] && t(`balance.history.${dayErrors[name]}`)}
      sx={{ width: { xs: HALF_WIDTH, sm: 160 } }}
    />
  );
  return (
    <Stack direction="row" useFlexGap sx={{ gap: GAP, flexWrap: 'wrap', alignItems: 'flex-start' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        // Beside fields, it stands at the height of their boxes, below the labels.
        sx={{ mt: { sm: 6 } }}
        value={value.sign ?? 'all'}
        onChange={(_, sign: unknown) => {
          const selected = asOneOf(sign, SIGNS, 'all');
          setFilter({ sign: selected === 'all' ? undefined : selected });
        }}
      >
        {SIGNS.map((sign) => (
          <ToggleButton key={sign} value={sign}>
            {t(`balance.history.${sign}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        select
        size="small"
        label={t('balance.history.type')}
        value={value.type ?? 'all'}
        onChange={({ target }) => {
          const selected = asOneOf(target.value, TYPES, 'all');
          setFilter({ type: selected === 'all' ? undefined : selected });
        }}
        sx={{ width: { xs: '100%', sm: 150 } }}
      >
        {entryTypesFor(kind).map((type) => (
          <MenuItem key={type} value={type}>
            {type === 'all' ? t('balance.history.all') : t(`balance.types.${type}`)}
          </MenuItem>
        ))}
      </TextField>
      {renderDayField('from')}
      {renderDayField('to')}
      <SearchField value={value.text ?? ''} onChange={(text) => setFilter({ text: text === '' ? undefined : text })} />
      {hasFilters(value) && <Button onClick={() => onChange(EMPTY_FILTERS)}>{t('balance.history.clear')}</Button>}
    </Stack>
  );
}
