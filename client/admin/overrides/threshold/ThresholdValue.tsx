/** Bound of a threshold: stored in cents, shown and typed as an amount when its metric sums amounts. */
import { useState } from 'react';
import { isMoneyMeasure } from '../../../../common/live/thresholdMeasure';
import { parseCents, formatCents } from '../../../../common/text/cents';
import { useEngine } from '../../../engine/engineContext';
import { getFieldType } from '../../../engine/fieldTypes/index';
import { TextInput, inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { CellProps, InputProps } from '../../../engine/fieldTypes/fieldType';
import { useFormatters } from '../../../shared/i18n/format';

export function ThresholdValueCell(props: CellProps) {
  const { registry } = useEngine();
  const format = useFormatters();
  const { Cell } = getFieldType(props.column.kind);
  const { row, value } = props;
  if (typeof value !== 'number' || !isMoneyMeasure(registry, row['figure'])) return <Cell {...props} />;
  return <>{format.money(formatCents(value))}</>;
}

export function ThresholdValueInput(props: InputProps) {
  const { registry } = useEngine();
  const { Input } = getFieldType(props.column.kind);
  return isMoneyMeasure(registry, props.parent) ? <AmountInput {...props} /> : <Input {...props} />;
}

/** Keeps the typed text while it parses to the stored value; otherwise shows the stored value. */
function AmountInput({ id, describedBy, disabled, invalid, value, onChange }: InputProps) {
  const [typed, setTyped] = useState('');
  const storedText = typeof value === 'number' ? formatCents(value) : inputText(value);
  const isSameAmount = typeof value === 'number' && parseCents(typed) === value;
  return (
    <TextInput
      id={id}
      describedBy={describedBy}
      disabled={disabled}
      invalid={invalid}
      value={isSameAmount ? typed : storedText}
      onTextChange={(text) => {
        setTyped(text);
        onChange(text === '' ? null : (parseCents(text) ?? text));
      }}
      inputAttributes={{ inputMode: 'decimal' }}
    />
  );
}
