/** Masked inputs for dates, times and date-times, with the browser's picker behind a button. */
import PickIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTimeOfDay, isCalendarDate, parseUnixSeconds } from '../../../../common/text/time/dates';
import { TextInput } from './TextInput';
import { applyMask, MASK_EXAMPLES, MASKS, type MaskName } from './dateTimeMask';

export type MaskedInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'endAdornment' | 'inputMode' | 'rows'>;

const NATIVE_INPUT_TYPES = { day: 'date', time: 'time', instant: 'datetime-local' } as const;
/** The picker's value; empty for incomplete text. */
const toNativeValue = (maskName: MaskName, text: string): string => {
  if (maskName === 'instant') return parseUnixSeconds(text) === undefined ? '' : text.replace(' ', 'T');
  const isComplete = maskName === 'day' ? isCalendarDate(text) : parseTimeOfDay(text) !== undefined;
  return isComplete ? text : '';
};
/** Browsers omit seconds of zero. */
const fromNativeValue = (maskName: MaskName, value: string): string => {
  const text = value.replace('T', ' ');
  return maskName !== 'day' && /^(.* )?\d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
};

/** Opens the browser's picker. */
export function NativePickerButton({
  maskName,
  value,
  onTextChange,
  disabled,
  label,
}: Pick<MaskedInputProps, 'value' | 'onTextChange' | 'disabled'> & {
  readonly maskName: MaskName;
  readonly label: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ position: 'relative', display: 'flex', mr: -2 }}>
      <IconButton size="small" disabled={disabled} aria-label={label} onClick={() => input.current?.showPicker()}>
        <PickIcon fontSize="small" />
      </IconButton>
      <Box
        component="input"
        ref={input}
        type={NATIVE_INPUT_TYPES[maskName]}
        tabIndex={-1}
        aria-hidden
        step={maskName === 'day' ? undefined : 1}
        max={maskName === 'day' ? '9999-12-31' : maskName === 'instant' ? '9999-12-31T23:59:59' : undefined}
        value={toNativeValue(maskName, value)}
        onChange={(event) => onTextChange(fromNativeValue(maskName, event.target.value))}
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, pointerEvents: 'none', border: 0, p: 0 }}
      />
    </Box>
  );
}

function createMaskedInput(maskName: MaskName) {
  const mask = MASKS[maskName];
  return function MaskedInput({ value, onTextChange, disabled, inputAttributes, ...rest }: MaskedInputProps) {
    const { t } = useTranslation();
    const label = t('engine.field.pick');
    return (
      <TextInput
        {...rest}
        value={value}
        disabled={disabled}
        placeholder={MASK_EXAMPLES[maskName]}
        inputMode="numeric"
        inputAttributes={{ ...inputAttributes, maxLength: mask.length }}
        onTextChange={(text) => onTextChange(applyMask(mask, value, text))}
        endAdornment={
          <NativePickerButton
            maskName={maskName}
            value={value}
            onTextChange={onTextChange}
            disabled={disabled}
            label={label}
          />
        }
      />
    );
  };
}
export const MaskedDateInput = createMaskedInput('day');
export const MaskedTimeInput = createMaskedInput('time');
export const MaskedDateTimeInput = createMaskedInput('instant');
