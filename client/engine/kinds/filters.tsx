/** The ways a column is filtered; all speak the short text of the address. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { endsOf, partsOf, rangeText } from '../filterText';
import { useWords } from '../../shared/i18n';
import { bareFieldset } from './cells';
import { Line } from './inputs';
import type { FilterProps } from './kindView';
import { DayLine, InstantLine, TimeLine, type TimeLineProps } from './TimeLines';

const plain = { describedBy: undefined, disabled: false, invalid: false } as const;

export function TextFilter({ value, onChange, label }: FilterProps) {
  const id = useId();
  return (
    <Stack sx={{ gap: 1 }}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <Line {...plain} id={id} value={value} onText={onChange} />
    </Stack>
  );
}

const NumberLine = (props: TimeLineProps) => <Line {...props} type="number" />;
function rangeFilter(End: ComponentType<TimeLineProps>) {
  return function RangeFilter({ value, onChange, label }: FilterProps) {
    const { t } = useTranslation();
    const id = useId();
    const [from, to] = endsOf(value);
    return (
      <Stack component="fieldset" aria-label={label} sx={{ ...bareFieldset, gap: 2 }}>
        <Stack sx={{ gap: 1 }}>
          <FormLabel htmlFor={`${id}-from`}>{t('engine.field.from')}</FormLabel>
          <End {...plain} id={`${id}-from`} value={from} onText={(text) => onChange(rangeText(text, to))} />
        </Stack>
        <Stack sx={{ gap: 1 }}>
          <FormLabel htmlFor={`${id}-to`}>{t('engine.field.to')}</FormLabel>
          <End {...plain} id={`${id}-to`} value={to} onText={(text) => onChange(rangeText(from, text))} />
        </Stack>
      </Stack>
    );
  };
}
export const NumberFilter = rangeFilter(NumberLine);
export const DateFilter = rangeFilter(DayLine);
export const InstantFilter = rangeFilter(InstantLine);
export const TimeFilter = rangeFilter(TimeLine);

interface OptionListProps extends Pick<FilterProps, 'value' | 'onChange' | 'label'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
/** Several of a few options, each with a tick. */
export function OptionList({ options, value, onChange, label }: OptionListProps) {
  const chosen = new Set(partsOf(value));
  const toggle = (option: string) => {
    const next = chosen.has(option) ? [...chosen].filter((one) => one !== option) : [...chosen, option];
    onChange(options.flatMap((one) => (next.includes(one.value) ? [one.value] : [])).join(','));
  };
  return (
    <Stack component="fieldset" aria-label={label} sx={bareFieldset}>
      {options.map((option) => (
        <FormControlLabel
          key={option.value}
          label={option.label}
          control={<Checkbox checked={chosen.has(option.value)} onChange={() => toggle(option.value)} />}
        />
      ))}
    </Stack>
  );
}

export function ChoiceFilter({ entity, column, ...rest }: FilterProps) {
  const { choices } = useWords(entity);
  const names = Object.entries(column.options.values ?? {});
  const options = names.map(([name, value]) => ({ value: String(value), label: choices[column.name]?.[name] ?? name }));
  return <OptionList options={options} {...rest} />;
}

export function SwitchFilter(props: FilterProps) {
  const { t } = useTranslation();
  const options = [
    { value: '1', label: t('engine.field.yes') },
    { value: '0', label: t('engine.field.no') },
  ];
  return <OptionList options={options} {...props} />;
}

export function PresenceFilter({ value, onChange, label }: FilterProps) {
  const { t } = useTranslation();
  return (
    <RadioGroup aria-label={label} value={value} onChange={(_, chosen) => onChange(chosen)}>
      <FormControlLabel value="" control={<Radio />} label={t('engine.field.all')} />
      <FormControlLabel value="!null" control={<Radio />} label={t('engine.field.is_filled')} />
      <FormControlLabel value="null" control={<Radio />} label={t('engine.field.is_empty')} />
    </RadioGroup>
  );
}
