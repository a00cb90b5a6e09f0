/** Days, times of day and instants, in the form of the house. */
import { formatDateTime, secondsOf } from '../../../common/text/dates';
import { DateFilter, InstantFilter, TimeFilter } from './filters';
import { Plain } from './cells';
import { orNull, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';
import { DayLine, InstantLine, TimeLine } from './TimeLines';
import { SHAPES } from './timeMask';

const PlainCell = ({ value }: CellProps) => <Plain>{textOf(value)}</Plain>;
const InstantCell = ({ value }: CellProps) => (
  <Plain>{typeof value === 'number' ? formatDateTime(value) : textOf(value)}</Plain>
);

const DateInput = ({ value, onChange, ...rest }: InputProps) => (
  <DayLine {...rest} value={textOf(value)} onText={(text) => onChange(orNull(text))} />
);
const TimeInput = ({ value, onChange, ...rest }: InputProps) => (
  <TimeLine {...rest} value={textOf(value)} onText={(text) => onChange(orNull(text))} />
);

/** Only a whole text is an instant already: a day that is still being typed is not its midnight. */
const instantIn = (text: string) => (text.length === SHAPES.instant.length ? secondsOf(text) : undefined);
const InstantInput = ({ value, onChange, ...rest }: InputProps) => (
  <InstantLine
    {...rest}
    value={typeof value === 'number' ? formatDateTime(value) : textOf(value)}
    onText={(text) => onChange(instantIn(text) ?? orNull(text))}
  />
);

export const dateKind: KindView = { Cell: PlainCell, Input: DateInput, Filter: DateFilter, width: 120, short: true };
export const timeKind: KindView = { Cell: PlainCell, Input: TimeInput, Filter: TimeFilter, width: 100, short: true };
export const datetimeKind: KindView = {
  Cell: InstantCell,
  Input: InstantInput,
  Filter: InstantFilter,
  width: 172,
  short: true,
};
