/** Days, times of day and instants, in the inputs of the browser. */
import { formatDateTime, secondsOf } from '../../../common/text/dates';
import { DateFilter, TimeFilter } from './filters';
import { Plain } from './cells';
import { Line, orNull, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

const PlainCell = ({ value }: CellProps) => <Plain>{textOf(value)}</Plain>;
const InstantCell = ({ value }: CellProps) => (
  <Plain>{typeof value === 'number' ? formatDateTime(value) : textOf(value)}</Plain>
);

const DateInput = ({ value, onChange, ...rest }: InputProps) => (
  <Line
    {...rest}
    type="date"
    value={textOf(value)}
    onText={(text) => onChange(orNull(text))}
    html={{ max: '9999-12-31' }}
  />
);
const TimeInput = ({ value, onChange, ...rest }: InputProps) => (
  <Line {...rest} type="time" value={textOf(value)} onText={(text) => onChange(orNull(text))} html={{ step: 1 }} />
);

const localOf = (value: InputProps['value']) =>
  typeof value === 'number' ? formatDateTime(value).replace(' ', 'T') : textOf(value);
const InstantInput = ({ value, onChange, ...rest }: InputProps) => (
  <Line
    {...rest}
    type="datetime-local"
    value={localOf(value)}
    onText={(text) => onChange(secondsOf(text.replace('T', ' ')) ?? orNull(text))}
    html={{ step: 1, max: '9999-12-31T23:59:59' }}
  />
);

export const dateKind: KindView = { Cell: PlainCell, Input: DateInput, Filter: DateFilter, width: 120, short: true };
export const timeKind: KindView = { Cell: PlainCell, Input: TimeInput, Filter: TimeFilter, width: 100, short: true };
export const datetimeKind: KindView = {
  Cell: InstantCell,
  Input: InstantInput,
  Filter: DateFilter,
  width: 172,
  short: true,
};
