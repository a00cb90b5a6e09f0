/** Dates, times and date-times in the project's fixed format. */
import { formatDateTime, parseUnixSeconds } from '../../../common/text/time/dates';
import { useAppSelector } from '../../shared/app/createStore';
import { useFormatters } from '../../shared/i18n/format';
import { DateFilter, DateTimeFilter, TimeFilter } from './inputs/filterInputs';
import { PlainText } from './cells/cells';
import { emptyToNull, inputText } from './inputs/TextInput';
import type { CellProps, InputProps, FieldType } from './fieldType';
import { MaskedDateInput, MaskedDateTimeInput, MaskedTimeInput } from './inputs/maskedDateInputs';
import { MASKS } from './inputs/dateTimeMask';

const PlainCell = ({ value }: CellProps) => <PlainText>{inputText(value)}</PlainText>;
/** The whole date-time; with the personal setting for short dates, its day or time, and the whole on hover. */
function DateTimeCell({ value }: CellProps) {
  const format = useFormatters();
  const isShort = useAppSelector((state) => state.settings.shortDates);
  if (typeof value !== 'number') return <PlainText>{inputText(value)}</PlainText>;
  return (
    <PlainText hint={formatDateTime(value)}>{isShort ? format.shortTime(value) : formatDateTime(value)}</PlainText>
  );
}

const DateInput = ({ value, onChange, ...rest }: InputProps) => (
  <MaskedDateInput {...rest} value={inputText(value)} onTextChange={(text) => onChange(emptyToNull(text))} />
);
const TimeInput = ({ value, onChange, ...rest }: InputProps) => (
  <MaskedTimeInput {...rest} value={inputText(value)} onTextChange={(text) => onChange(emptyToNull(text))} />
);

/** Only a complete text is a date-time; a date alone is not midnight yet. */
const parseDateTime = (text: string) => (text.length === MASKS.instant.length ? parseUnixSeconds(text) : undefined);
const DateTimeInput = ({ value, onChange, ...rest }: InputProps) => (
  <MaskedDateTimeInput
    {...rest}
    value={typeof value === 'number' ? formatDateTime(value) : inputText(value)}
    onTextChange={(text) => onChange(parseDateTime(text) ?? emptyToNull(text))}
  />
);

export const dateFieldType: FieldType = {
  Cell: PlainCell,
  Input: DateInput,
  Filter: DateFilter,
  width: 108,
  isShort: true,
};
export const timeFieldType: FieldType = {
  Cell: PlainCell,
  Input: TimeInput,
  Filter: TimeFilter,
  width: 100,
  isShort: true,
};
export const dateTimeFieldType: FieldType = {
  Cell: DateTimeCell,
  Input: DateTimeInput,
  Filter: DateTimeFilter,
  width: 152,
  isShort: true,
};
