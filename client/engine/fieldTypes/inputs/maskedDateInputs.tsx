/** Masked inputs for dates, times and date-times, with a picker behind a button: on touch screens the browser's, otherwise our own. */
import PickIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, useRef, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { parseTimeOfDay, isCalendarDate, parseUnixSeconds } from '../../../../common/text/time/dates';
import { useIsTouch } from '../../../shared/app/useIsTouch';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { TextInput } from './TextInput';
import { applyMask, MASK_EXAMPLES, MASKS, type MaskName } from './dateTimeMask';

export type MaskedInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'endAdornment' | 'inputMode' | 'rows'>;

const DatePickerPopover = lazyWithRetry(async () => (await import('./datePicker/DatePickerPopover')).DatePickerPopover);

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

type PickerButtonProps = Pick<MaskedInputProps, 'value' | 'onTextChange' | 'disabled'> & {
  readonly maskName: MaskName;
  readonly label: string;
};
export const DatePickerButton = (props: PickerButtonProps) =>
  useIsTouch() ? <NativePickerButton {...props} /> : <PopoverButton {...props} />;

function PopoverButton({ disabled, label, ...rest }: PickerButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: 'flex', mr: -2 }}>
      <IconButton
        size="small"
        disabled={disabled}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <PickIcon fontSize="small" />
      </IconButton>
      <Suspense>
        {anchor && <DatePickerPopover {...rest} label={label} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </Box>
  );
}

function NativePickerButton({ maskName, value, onTextChange, disabled, label }: PickerButtonProps) {
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
          <DatePickerButton
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
