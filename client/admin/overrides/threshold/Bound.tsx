/** The number of a threshold: cents inside, an amount where its figure sums amounts. */
import { useState } from 'react';
import { isMoneyMetric } from '../../../../common/live/thresholdMetric';
import { parseCents, formatCents } from '../../../../common/text/cents';
import { useEngine } from '../../../engine/engineContext';
import { fieldTypeOf } from '../../../engine/fieldTypes/index';
import { TextInput, inputText } from '../../../engine/fieldTypes/inputs/TextInput';
import type { CellProps, InputProps } from '../../../engine/fieldTypes/fieldType';
import { useFormatters } from '../../../shared/i18n/format';

export function BoundCell(props: CellProps) {
  const { registry } = useEngine();
  const format = useFormatters();
  const { Cell } = fieldTypeOf(props.column.kind);
  const { row, value } = props;
  if (typeof value !== 'number' || !isMoneyMetric(registry, row['figure'])) return <Cell {...props} />;
  return <>{format.money(formatCents(value))}</>;
}

export function BoundInput(props: InputProps) {
  const { registry } = useEngine();
  const { Input } = fieldTypeOf(props.column.kind);
  return isMoneyMetric(registry, props.parent) ? <AmountLine {...props} /> : <Input {...props} />;
}

/** What is typed stays as it is while it means what is held; anything else shows what is held. */
function AmountLine({ id, describedBy, disabled, invalid, value, onChange }: InputProps) {
  const [typed, setTyped] = useState('');
  const held = typeof value === 'number' ? formatCents(value) : inputText(value);
  const same = typeof value === 'number' && parseCents(typed) === value;
  return (
    <TextInput
      {...{ id, describedBy, disabled, invalid }}
      value={same ? typed : held}
      onTextChange={(text) => {
        setTyped(text);
        onChange(text === '' ? null : (parseCents(text) ?? text));
      }}
      inputAttributes={{ inputMode: 'decimal' }}
    />
  );
}
