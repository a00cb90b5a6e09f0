/** Text fields. */
import { PresenceFilter, TextFilter } from './inputs/filterInputs';
import { TextInput, emptyToNull, inputText } from './inputs/TextInput';
import { PlainText } from './cells/cells';
import type { CellProps, FilterProps, InputProps, FieldType } from './fieldType';

const Cell = ({ value }: CellProps) => <PlainText>{inputText(value)}</PlainText>;

/** HTML input types per pattern, for phone keyboards; browser autofill is off. */
const INPUT_TYPES = { email: 'email', mobile: 'tel', phone: 'tel', url: 'url', link: 'text' } as const;
const getInputType = (pattern: string | undefined) =>
  pattern !== undefined && Object.hasOwn(INPUT_TYPES, pattern)
    ? INPUT_TYPES[pattern as keyof typeof INPUT_TYPES]
    : 'text';
const LONG_TEXT_ROWS = 1024;

function Input({ column, value, onChange, ...rest }: InputProps) {
  const { options } = column;
  const lines = options.lines ?? ((options.max ?? 0) > LONG_TEXT_ROWS ? 6 : undefined);
  return (
    <TextInput
      {...rest}
      value={inputText(value)}
      onTextChange={(text) => onChange(emptyToNull(text))}
      rows={lines}
      type={getInputType(options.pattern)}
    />
  );
}

const Filter = (props: FilterProps) => (props.column.long ? <PresenceFilter {...props} /> : <TextFilter {...props} />);

export const textFieldType: FieldType = { Cell, Input, Filter, width: 160, isShort: false };
