/** Short and long plain texts. */
import { PresenceFilter, TextFilter } from './filters';
import { Line, orNull, textOf } from './inputs';
import { Plain } from './cells';
import type { CellProps, FilterProps, InputProps, KindView } from './kindView';

const Cell = ({ value }: CellProps) => <Plain>{textOf(value)}</Plain>;

/** What the browser may help with: keyboards of phones, never its own stores of names. */
const TYPES = { email: 'email', mobile: 'tel', phone: 'tel', url: 'url', link: 'text' } as const;
const typeOf = (pattern: string | undefined) =>
  pattern !== undefined && Object.hasOwn(TYPES, pattern) ? TYPES[pattern as keyof typeof TYPES] : 'text';
const LONG = 1024;

function Input({ column, value, onChange, ...rest }: InputProps) {
  const { options } = column;
  const lines = options.lines ?? ((options.max ?? 0) > LONG ? 6 : undefined);
  return (
    <Line
      {...rest}
      value={textOf(value)}
      onText={(text) => onChange(orNull(text))}
      lines={lines}
      type={typeOf(options.pattern)}
    />
  );
}

const Filter = (props: FilterProps) => (props.column.long ? <PresenceFilter {...props} /> : <TextFilter {...props} />);

export const textKind: KindView = { Cell, Input, Filter, width: 200, short: false };
