/** Filter inputs; their value is the filter text of the URL. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { useId, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { splitRange, splitList, formatRange } from '../filterText';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { bareFieldset } from '../cells/cells';
import { TextInput } from './TextInput';
import type { FilterProps } from '../fieldType';
import { MaskedDateInput, MaskedDateTimeInput, MaskedTimeInput, type MaskedInputProps } from './maskedDateInputs';

const createTextFilter = { describedBy: undefined, disabled: false, invalid: false } as const;

export function TextFilter({ value, onChange, label }: FilterProps) {
  const id = useId();
  return (
    <Stack sx={{ gap: 1 }}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <TextInput {...createTextFilter} id={id} value={value} onTextChange={onChange} />
    </Stack>
  );
}

const NumberInput = (props: MaskedInputProps) => <TextInput {...props} type="number" />;
function createRangeFilter(RangeInput: ComponentType<MaskedInputProps>) {
  return function RangeFilter({ value, onChange, label }: FilterProps) {
    const { t } = useTranslation();
    const id = useId();
    const [from, to] = splitRange(value);
    return (
      <Stack component="fieldset" aria-label={label} sx={{ ...bareFieldset, gap: 2 }}>
        <Stack sx={{ gap: 1 }}>
          <FormLabel htmlFor={`${id}-from`}>{t('engine.field.from')}</FormLabel>
          <RangeInput
            {...createTextFilter}
            id={`${id}-from`}
            value={from}
            onTextChange={(text) => onChange(formatRange(text, to))}
          />
        </Stack>
        <Stack sx={{ gap: 1 }}>
          <FormLabel htmlFor={`${id}-to`}>{t('engine.field.to')}</FormLabel>
          <RangeInput
            {...createTextFilter}
            id={`${id}-to`}
            value={to}
            onTextChange={(text) => onChange(formatRange(from, text))}
          />
        </Stack>
      </Stack>
    );
  };
}
export const NumberFilter = createRangeFilter(NumberInput);
export const DateFilter = createRangeFilter(MaskedDateInput);
export const DateTimeFilter = createRangeFilter(MaskedDateTimeInput);
export const TimeFilter = createRangeFilter(MaskedTimeInput);

interface OptionListProps extends Pick<FilterProps, 'value' | 'onChange' | 'label'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
/** Checkboxes for a few options. */
export function OptionList({ options, value, onChange, label }: OptionListProps) {
  const chosen = new Set(splitList(value));
  const toggle = (option: string) => {
    const next = chosen.has(option) ? [...chosen].filter((value) => value !== option) : [...chosen, option];
    onChange(options.flatMap((choice) => (next.includes(choice.value) ? [choice.value] : [])).join(','));
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
  const { choices } = useEntityLabels(entity);
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
