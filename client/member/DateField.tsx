/** A date input, typed or picked, in the style of the member's forms. */
import TextField from '@mui/material/TextField';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { applyMask, MASK_EXAMPLES, MASKS } from '../engine/fieldTypes/inputs/dateTimeMask';
import { DatePickerButton } from '../engine/fieldTypes/inputs/maskedDateInputs';

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'slotProps'> {
  readonly value: string;
  readonly onChangeText: (text: string) => void;
  readonly readOnly?: boolean;
}
export function DateField({ value, onChangeText, readOnly = false, ...rest }: DateFieldProps) {
  const { t } = useTranslation();
  const picker = {
    maskName: 'day',
    value,
    onTextChange: onChangeText,
    disabled: readOnly,
    label: t('balance.pick_day'),
  } as const;
  return (
    <TextField
      {...rest}
      value={value}
      placeholder={MASK_EXAMPLES.day}
      autoComplete="off"
      onChange={({ target }) => onChangeText(applyMask(MASKS.day, value, target.value))}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', maxLength: MASKS.day.length },
        input: { readOnly, endAdornment: <DatePickerButton {...picker} /> },
      }}
    />
  );
}
