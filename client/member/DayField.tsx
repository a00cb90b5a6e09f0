/** A day in the form of the house, typed or picked, in the look of the member's forms. */
import TextField from '@mui/material/TextField';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { masked, SHAPES } from '../engine/kinds/timeMask';
import { Picker } from '../engine/kinds/TimeLines';

interface DayFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange' | 'slotProps'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly readOnly?: boolean;
}
export function DayField({ value, onText, readOnly = false, ...rest }: DayFieldProps) {
  const { t } = useTranslation();
  const picker = { shape: 'day', value, onText, disabled: readOnly, label: t('wealth.pick_day') } as const;
  return (
    <TextField
      {...rest}
      value={value}
      placeholder={SHAPES.day}
      autoComplete="off"
      onChange={({ target }) => onText(masked(SHAPES.day, value, target.value))}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', maxLength: SHAPES.day.length },
        input: { readOnly, endAdornment: <Picker {...picker} /> },
      }}
    />
  );
}
