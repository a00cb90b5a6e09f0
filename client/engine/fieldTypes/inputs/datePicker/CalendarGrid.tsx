/** One month of a calendar. Arrow keys move by day and week, PageUp and PageDown by month. */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react';
import { useLanguage } from '../../../../shared/i18n/i18n';
import { addDays, addCalendarMonths, calendarMonthDays } from './calendarMonthDays';

interface CalendarGridProps {
  /** The day that the keyboard is at; its month is shown. */
  readonly day: string;
  readonly selected: string;
  readonly today: string;
  readonly onMove: (day: string) => void;
  readonly onPick: (day: string) => void;
}

/** Weeks start on Monday in Chinese and on Sunday in American English. */
const FIRST_WEEKDAY = { en: 0, 'zh-cn': 1 } as const;
const DAY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

function dayOfKey(key: string, day: string): string | undefined {
  const [days, months] = [DAY_STEPS[key], MONTH_STEPS[key]];
  if (days !== undefined) return addDays(day, days);
  return months === undefined ? undefined : addCalendarMonths(day, months);
}

const DAY_STYLE = {
  width: 36,
  height: 32,
  borderRadius: 1.5,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
} as const;
const SELECTED_STYLE = {
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  '&:hover': { bgcolor: 'primary.main' },
} as const;

interface DayCellProps {
  readonly ref: Ref<HTMLButtonElement> | undefined;
  readonly text: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isInMonth: boolean;
  readonly isToday: boolean;
  readonly isSelected: boolean;
  readonly onPick: (day: string) => void;
}
const DayCell = ({ ref, text, label, isCurrent, isInMonth, isToday, isSelected, onPick }: DayCellProps) => (
  <td aria-selected={isSelected}>
    <ButtonBase
      ref={ref}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onPick(text)}
      sx={{
        ...DAY_STYLE,
        ...(isInMonth ? {} : { color: 'text.secondary' }),
        ...(isToday ? { border: 1, borderColor: 'primary.main' } : {}),
        ...(isSelected ? SELECTED_STYLE : {}),
      }}
    >
      {Number(text.slice(8))}
    </ButtonBase>
  </td>
);

interface WeekdayNamesProps {
  readonly week: readonly string[];
  readonly format: (day: string, options: Intl.DateTimeFormatOptions) => string;
}
const WeekdayNames = ({ week, format }: WeekdayNamesProps) => (
  <thead>
    <tr>
      {week.map((text) => (
        <Box
          component="th"
          key={text}
          scope="col"
          abbr={format(text, { weekday: 'long' })}
          sx={{ fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary', height: 28 }}
        >
          {format(text, { weekday: 'narrow' })}
        </Box>
      ))}
    </tr>
  </thead>
);

export function CalendarGrid({ day, selected, today, onMove, onPick }: CalendarGridProps) {
  const lang = useLanguage();
  const weeks = calendarMonthDays(day, FIRST_WEEKDAY[lang]);
  const current = useRef<HTMLButtonElement>(null);
  const movedByKey = useRef(true);
  useEffect(() => {
    if (movedByKey.current) current.current?.focus();
    movedByKey.current = false;
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayOfKey(event.key, day);
    if (next === undefined) return;
    event.preventDefault();
    movedByKey.current = true;
    onMove(next);
  };
  const format = (text: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang, { timeZone: 'UTC', ...options }).format(new Date(`${text}T00:00:00Z`));
  return (
    <Box
      component="table"
      role="grid"
      aria-label={format(day, { year: 'numeric', month: 'long' })}
      onKeyDown={onKeyDown}
      sx={{ borderCollapse: 'collapse', '& td, & th': { p: 0, textAlign: 'center' } }}
    >
      <WeekdayNames week={weeks[0] ?? []} format={format} />
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((text) => (
              <DayCell
                key={text}
                ref={text === day ? current : undefined}
                text={text}
                label={format(text, { dateStyle: 'full' })}
                isCurrent={text === day}
                isInMonth={text.slice(0, 7) === day.slice(0, 7)}
                isToday={text === today}
                isSelected={text === selected}
                onPick={onPick}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}
