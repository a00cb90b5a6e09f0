/** Whole numbers, numbers with a fraction, amounts of money and years. */
import InputAdornment from '@mui/material/InputAdornment';
import { useFormat, type Format } from '../../shared/format';
import { NumberFilter } from './filters';
import { Plain } from './cells';
import { Line, orNull, textOf } from './inputs';
import { Money } from './Money';
import type { CellProps, InputProps, KindView } from './kindView';

type Shown = (format: Format, value: CellProps['value']) => string;
const grouped: Shown = (format, value) => (typeof value === 'number' ? format.number(value) : textOf(value));
const plain: Shown = (_format, value) => textOf(value);

const cellOf = (shown: Shown) =>
  function NumberCell({ value, column }: CellProps) {
    const format = useFormat();
    // Ids name rows, they do not count anything.
    return <Plain>{column.name === 'id' ? textOf(value) : shown(format, value)}</Plain>;
  };

const MoneyCell = ({ value }: CellProps) => <Money amount={textOf(value)} />;

/** A text becomes a number only when it is exactly one, so that `1.` or `-` can be typed on. */
const typed = (text: string) => (text !== '' && String(Number(text)) === text ? Number(text) : orNull(text));

const numberInput = (inputMode: 'numeric' | 'decimal') =>
  function NumberInput({ column, value, onChange, ...rest }: InputProps) {
    const { unit } = column.options;
    const keep = column.kind === 'money' ? orNull : typed;
    return (
      <Line
        {...rest}
        value={textOf(value)}
        onText={(text) => onChange(keep(text.trim()))}
        inputMode={inputMode}
        {...(unit === undefined ? {} : { end: <InputAdornment position="end">{unit}</InputAdornment> })}
      />
    );
  };

const common = { Filter: NumberFilter, width: 110, short: true, align: 'right' } as const;
export const integerKind: KindView = { ...common, Cell: cellOf(grouped), Input: numberInput('numeric') };
export const floatKind: KindView = { ...common, Cell: cellOf(grouped), Input: numberInput('decimal') };
export const moneyKind: KindView = { ...common, Cell: MoneyCell, Input: numberInput('decimal') };
export const yearKind: KindView = { ...common, Cell: cellOf(plain), Input: numberInput('numeric'), width: 90 };
