/** Integer, float, money and year fields. */
import InputAdornment from '@mui/material/InputAdornment';
import { useFormatters, type Formatters } from '../../shared/i18n/format';
import { NumberFilter } from './inputs/filterInputs';
import { PlainText } from './cells/cells';
import { TextInput, emptyToNull, inputText } from './inputs/TextInput';
import { MoneyText } from './MoneyText';
import type { CellProps, InputProps, FieldType } from './fieldType';

type NumberFormatter = (format: Formatters, value: CellProps['value']) => string;
const grouped: NumberFormatter = (format, value) =>
  typeof value === 'number' ? format.number(value) : inputText(value);
const plain: NumberFormatter = (_format, value) => inputText(value);

const createNumberCell = (formatNumber: NumberFormatter) =>
  function NumberCell({ value, column }: CellProps) {
    const format = useFormatters();
    // Ids are shown without digit grouping.
    return <PlainText>{column.name === 'id' ? inputText(value) : formatNumber(format, value)}</PlainText>;
  };

const MoneyCell = ({ value }: CellProps) => <MoneyText amount={inputText(value)} />;

/** Converts text to a number only if it is exactly one, so that `1.` or `-` can be continued. */
const parseTyped = (text: string) => (text !== '' && String(Number(text)) === text ? Number(text) : emptyToNull(text));

const createNumberInput = (inputMode: 'numeric' | 'decimal') =>
  function NumberInput({ column, value, onChange, ...rest }: InputProps) {
    const { unit } = column.options;
    const keepValid = column.kind === 'money' ? emptyToNull : parseTyped;
    return (
      <TextInput
        {...rest}
        value={inputText(value)}
        onTextChange={(text) => onChange(keepValid(text.trim()))}
        inputMode={inputMode}
        {...(unit === undefined ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> })}
      />
    );
  };

const sharedProps = { Filter: NumberFilter, width: 110, isShort: true, align: 'right' } as const;
export const integerFieldType: FieldType = {
  ...sharedProps,
  Cell: createNumberCell(grouped),
  Input: createNumberInput('numeric'),
};
export const floatFieldType: FieldType = {
  ...sharedProps,
  Cell: createNumberCell(grouped),
  Input: createNumberInput('decimal'),
};
export const moneyFieldType: FieldType = { ...sharedProps, Cell: MoneyCell, Input: createNumberInput('decimal') };
export const yearFieldType: FieldType = {
  ...sharedProps,
  Cell: createNumberCell(plain),
  Input: createNumberInput('numeric'),
  width: 90,
};
