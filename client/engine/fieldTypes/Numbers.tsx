/** Integer, float, money and year fields. */
import type { KeyboardEvent } from 'react';
import InputAdornment from '@mui/material/InputAdornment';
import type { Column } from '../../../common/entity/columns';
import type { Json } from '../../../common/entity/field';
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

/** The arrow keys change the number by the step of its field, within its bounds. */
function stepByKey(event: KeyboardEvent, { options }: Column, value: Json, onChange: (next: Json) => void): void {
  const { step = 1, min = -Infinity, max = Infinity } = options;
  const sign = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
  if (sign === 0 || event.altKey) return;
  event.preventDefault();
  const current = Number(value ?? 0);
  if (!Number.isFinite(current)) return;
  // without the digits that adding fractions leaves
  const next = Number((current + sign * step).toFixed(10));
  onChange(Math.min(max, Math.max(min, next)));
}

const createNumberInput = (inputMode: 'numeric' | 'decimal') =>
  function NumberInput({ column, value, onChange, ...rest }: InputProps) {
    const { unit, step } = column.options;
    const keepValid = column.kind === 'money' ? emptyToNull : parseTyped;
    return (
      <TextInput
        {...rest}
        value={inputText(value)}
        onTextChange={(text) => onChange(keepValid(text.trim()))}
        inputMode={inputMode}
        {...(step === undefined ? {} : { onKeyDown: (event) => stepByKey(event, column, value, onChange) })}
        {...(unit === undefined ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> })}
      />
    );
  };

const sharedProps = { Filter: NumberFilter, width: 96, isShort: true, align: 'right' } as const;
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
