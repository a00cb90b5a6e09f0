/** Text input with one or several lines; the label refers to it by id. */
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { HTMLAttributes, ReactNode } from 'react';
import type { InputProps } from '../fieldType';

interface TextInputProps extends Pick<InputProps, 'id' | 'describedBy' | 'disabled' | 'invalid'> {
  readonly value: string;
  readonly onTextChange: (text: string) => void;
  readonly type?: string;
  readonly rows?: number | undefined;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly startAdornment?: ReactNode;
  readonly endAdornment?: ReactNode;
  readonly isMonospace?: boolean;
  readonly inputAttributes?: Readonly<Record<string, string | number>>;
  readonly onKeyDown?: OutlinedInputProps['onKeyDown'];
}

const multilineProps = (rows: number | undefined) =>
  rows === undefined ? {} : { multiline: true, minRows: rows, maxRows: rows * 4 };

/** `value` must be the text just typed, so that input method compositions are not interrupted. */
export function TextInput({
  id,
  describedBy,
  disabled,
  invalid,
  value,
  onTextChange,
  rows,
  startAdornment,
  endAdornment,
  isMonospace = false,
  ...rest
}: TextInputProps) {
  const { inputAttributes, inputMode, type, placeholder, autoComplete = 'off', onKeyDown } = rest;
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      value={value}
      disabled={disabled}
      error={invalid}
      autoComplete={autoComplete}
      onChange={(event) => onTextChange(event.target.value)}
      startAdornment={startAdornment}
      endAdornment={endAdornment}
      {...multilineProps(rows)}
      {...(type === undefined ? {} : { type })}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
      slotProps={{
        input: {
          ...inputAttributes,
          ...(inputMode === undefined ? {} : { inputMode }),
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        },
      }}
      sx={
        isMonospace
          ? { '& textarea, & input': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } }
          : {}
      }
    />
  );
}

/** Text of a value that may be incomplete. */
export const inputText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
/** An empty input means null, not an empty text. */
export const emptyToNull = (text: string): string | null => (text === '' ? null : text);
