/** Picks a day, a time or both; each choice is in the field at once. */
import NextIcon from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, isCalendarDate, parseTimeOfDay } from '../../../../../common/text/time/dates';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import type { MaskName } from '../dateTimeMask';
import { addCalendarMonths } from './calendarMonthDays';
import { CalendarGrid } from './CalendarGrid';

export interface DatePickerProps {
  readonly maskName: MaskName;
  readonly value: string;
  readonly label: string;
  readonly anchor: HTMLElement;
  readonly onTextChange: (text: string) => void;
  readonly onClose: () => void;
}

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const MIDNIGHT = '00:00:00';
/** The text of this moment. */
const readNow = () => formatDateTime(Math.floor(Date.now() / 1000));
const padTwo = (number: number) => String(number).padStart(2, '0');
const HOURS = Array.from({ length: 24 }, (_, index) => padTwo(index));
const MINUTES = Array.from({ length: 12 }, (_, index) => padTwo(index * 5));

/** The complete day and time of a text that may be incomplete. */
function splitText(maskName: MaskName, text: string): { readonly day: string; readonly time: string } {
  const [first = '', second = ''] = maskName === 'time' ? ['', text] : text.split(' ');
  return { day: isCalendarDate(first) ? first : '', time: parseTimeOfDay(second) ?? '' };
}

const joinText = (maskName: MaskName, day: string, time: string): string =>
  maskName === 'day' ? day : maskName === 'time' ? time : `${day} ${time || MIDNIGHT}`;

interface TimeSelectProps {
  readonly time: string;
  readonly onChange: (time: string) => void;
}
function TimeSelect({ time, onChange }: TimeSelectProps) {
  const { t } = useTranslation();
  const [hour = '', minute = '', second = '00'] = (time || MIDNIGHT).split(':');
  const parts = [
    { name: 'hour', value: hour, options: HOURS, pick: (next: string) => onChange(`${next}:${minute}:${second}`) },
    {
      name: 'minute',
      value: minute,
      options: MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].sort(),
      pick: (next: string) => onChange(`${hour}:${next}:00`),
    },
  ] as const;
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      {parts.map(({ name, value, options, pick }) => (
        <TextField
          key={name}
          select
          size="small"
          label={t(`datePicker.${name}`)}
          value={value}
          onChange={({ target }) => pick(target.value)}
          slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 240 } } } } } }}
          sx={{ flex: 1 }}
        >
          {options.map((option) => (
            <MenuItem key={option} value={option}>
              {option}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Stack>
  );
}

interface MonthHeadProps {
  readonly day: string;
  readonly onMove: (day: string) => void;
}
function MonthHead({ day, onMove }: MonthHeadProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const options = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const title = new Intl.DateTimeFormat(lang, options).format(new Date(`${day}T00:00:00Z`));
  const steps = [
    { name: 'previous', count: -1 },
    { name: 'next', count: 1 },
  ] as const;
  const [previous, next] = steps.map(({ name, count }) => (
    <IconButton
      key={name}
      size="small"
      aria-label={t(`datePicker.${name}`)}
      onClick={() => onMove(addCalendarMonths(day, count))}
    >
      <NextIcon fontSize="small" sx={count < 0 ? { transform: 'rotate(180deg)' } : {}} />
    </IconButton>
  ));
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
      {previous}
      <Typography variant="subtitle2" component="h3" aria-live="polite">
        {title}
      </Typography>
      {next}
    </Stack>
  );
}

type PickerActionsProps = Pick<DatePickerProps, 'maskName' | 'value' | 'onTextChange' | 'onClose'>;
function PickerActions({ maskName, value, onTextChange, onClose }: PickerActionsProps) {
  const { t } = useTranslation();
  const close = (text: string) => {
    onTextChange(text);
    onClose();
  };
  const pickNow = () => {
    const [day = '', time = ''] = readNow().split(' ');
    close(joinText(maskName, day, `${time.slice(0, -2)}00`));
  };
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <Button size="small" onClick={pickNow}>
        {t(maskName === 'day' ? 'datePicker.today' : 'datePicker.now')}
      </Button>
      <Button size="small" disabled={value === ''} onClick={() => close('')}>
        {t('datePicker.clear')}
      </Button>
      {maskName !== 'day' && (
        <Button size="small" onClick={onClose} sx={{ ml: 'auto' }}>
          {t('datePicker.done')}
        </Button>
      )}
    </Stack>
  );
}

export function DatePickerPopover({ maskName, value, label, anchor, onTextChange, onClose }: DatePickerProps) {
  useLazyTranslations();
  const [today] = useState(() => readNow().slice(0, DAY_LENGTH));
  const chosen = splitText(maskName, value);
  const [day, setDay] = useState(chosen.day || today);
  const change = (nextDay: string, time: string) => onTextChange(joinText(maskName, nextDay, time));
  const pickDay = (nextDay: string) => {
    setDay(nextDay);
    change(nextDay, chosen.time);
    if (maskName === 'day') onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { p: 3, width: 284 } } }}
    >
      <Stack sx={{ gap: 3 }}>
        {maskName !== 'time' && (
          <>
            <MonthHead day={day} onMove={setDay} />
            <CalendarGrid day={day} selected={chosen.day} today={today} onMove={setDay} onPick={pickDay} />
          </>
        )}
        {maskName !== 'day' && <TimeSelect time={chosen.time} onChange={(time) => change(chosen.day || day, time)} />}
        <PickerActions {...{ maskName, value, onTextChange, onClose }} />
      </Stack>
    </Popover>
  );
}
