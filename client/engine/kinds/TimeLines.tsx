/** Inputs of days, times and instants in the form of the house, with the browser's picker behind a button. */
import PickIcon from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, isDay, secondsOf } from '../../../common/text/dates';
import { Line } from './inputs';
import { masked, SHAPES, type ShapeName } from './timeMask';

export type TimeLineProps = Omit<ComponentProps<typeof Line>, 'type' | 'end' | 'inputMode' | 'lines'>;

const NATIVE = { day: 'date', time: 'time', instant: 'datetime-local' } as const;
/** What the picker begins with; it takes nothing half typed. */
const pickable = (shape: ShapeName, text: string): string => {
  if (shape === 'instant') return secondsOf(text) === undefined ? '' : text.replace(' ', 'T');
  const whole = shape === 'day' ? isDay(text) : clockOf(text) !== undefined;
  return whole ? text : '';
};
/** Browsers leave out seconds that are nought. */
const picked = (shape: ShapeName, value: string): string => {
  const text = value.replace('T', ' ');
  return shape !== 'day' && /^(.* )?\d{2}:\d{2}$/.test(text) ? `${text}:00` : text;
};

/** The browser's picker behind a button. */
export function Picker({
  shape,
  value,
  onText,
  disabled,
  label,
}: Pick<TimeLineProps, 'value' | 'onText' | 'disabled'> & { readonly shape: ShapeName; readonly label: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ position: 'relative', display: 'flex', mr: -2 }}>
      <IconButton size="small" disabled={disabled} aria-label={label} onClick={() => input.current?.showPicker()}>
        <PickIcon fontSize="small" />
      </IconButton>
      <Box
        component="input"
        ref={input}
        type={NATIVE[shape]}
        tabIndex={-1}
        aria-hidden
        step={shape === 'day' ? undefined : 1}
        max={shape === 'day' ? '9999-12-31' : shape === 'instant' ? '9999-12-31T23:59:59' : undefined}
        value={pickable(shape, value)}
        onChange={(event) => onText(picked(shape, event.target.value))}
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, pointerEvents: 'none', border: 0, p: 0 }}
      />
    </Box>
  );
}

function timeLine(shape: ShapeName) {
  const form = SHAPES[shape];
  return function TypedTime({ value, onText, disabled, html, ...rest }: TimeLineProps) {
    const { t } = useTranslation();
    const label = t('engine.field.pick');
    return (
      <Line
        {...rest}
        value={value}
        disabled={disabled}
        placeholder={form}
        inputMode="numeric"
        html={{ ...html, maxLength: form.length }}
        onText={(text) => onText(masked(form, value, text))}
        end={<Picker {...{ shape, value, onText, disabled, label }} />}
      />
    );
  };
}
export const DayLine = timeLine('day');
export const TimeLine = timeLine('time');
export const InstantLine = timeLine('instant');
