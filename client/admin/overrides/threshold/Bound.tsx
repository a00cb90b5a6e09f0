/** The number of a threshold: cents inside, an amount where its figure sums amounts. */
import { useState } from 'react';
import { countsMoney } from '../../../../common/live/threshold';
import { centsOf, moneyOf } from '../../../../common/text/moneys';
import { useEngine } from '../../../engine/engineContext';
import { viewOf } from '../../../engine/kinds/index';
import { Line, textOf } from '../../../engine/kinds/inputs';
import type { CellProps, InputProps } from '../../../engine/kinds/kindView';
import { useFormat } from '../../../shared/format';

export function BoundCell(props: CellProps) {
  const { registry } = useEngine();
  const format = useFormat();
  const { Cell } = viewOf(props.column.kind);
  const { row, value } = props;
  if (typeof value !== 'number' || !countsMoney(registry, row['figure'])) return <Cell {...props} />;
  return <>{format.money(moneyOf(value))}</>;
}

export function BoundInput(props: InputProps) {
  const { registry } = useEngine();
  const { Input } = viewOf(props.column.kind);
  return countsMoney(registry, props.parent) ? <AmountLine {...props} /> : <Input {...props} />;
}

/** What is typed stays as it is while it means what is held; anything else shows what is held. */
function AmountLine({ id, describedBy, disabled, invalid, value, onChange }: InputProps) {
  const [typed, setTyped] = useState('');
  const held = typeof value === 'number' ? moneyOf(value) : textOf(value);
  const same = typeof value === 'number' && centsOf(typed) === value;
  return (
    <Line
      {...{ id, describedBy, disabled, invalid }}
      value={same ? typed : held}
      onText={(text) => {
        setTyped(text);
        onChange(text === '' ? null : (centsOf(text) ?? text));
      }}
      html={{ inputMode: 'decimal' }}
    />
  );
}
