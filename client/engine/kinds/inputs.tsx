/** One line or several lines of input in the look of the house; the label stands above and names it by id. */
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { HTMLAttributes, ReactNode } from 'react';
import type { InputProps } from './kindView';

interface LineProps extends Pick<InputProps, 'id' | 'describedBy' | 'disabled' | 'invalid'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly type?: string;
  readonly lines?: number | undefined;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  readonly start?: ReactNode;
  readonly end?: ReactNode;
  readonly mono?: boolean;
  readonly html?: Readonly<Record<string, string | number>>;
  readonly onKeyDown?: OutlinedInputProps['onKeyDown'];
}

const several = (lines: number | undefined) =>
  lines === undefined ? {} : { multiline: true, minRows: lines, maxRows: lines * 4 };

/** Only what is typed changes it: the value given back is always the value just typed, so compositions go on undisturbed. */
export function Line({
  id,
  describedBy,
  disabled,
  invalid,
  value,
  onText,
  lines,
  start,
  end,
  mono = false,
  ...rest
}: LineProps) {
  const { html, inputMode, type, placeholder, autoComplete = 'off', onKeyDown } = rest;
  return (
    <OutlinedInput
      id={id}
      size="small"
      fullWidth
      value={value}
      disabled={disabled}
      error={invalid}
      autoComplete={autoComplete}
      onChange={(event) => onText(event.target.value)}
      startAdornment={start}
      endAdornment={end}
      {...several(lines)}
      {...(type === undefined ? {} : { type })}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(onKeyDown === undefined ? {} : { onKeyDown })}
      slotProps={{
        input: {
          ...html,
          ...(inputMode === undefined ? {} : { inputMode }),
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        },
      }}
      sx={
        mono
          ? { '& textarea, & input': { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: '0.8125rem' } }
          : {}
      }
    />
  );
}

/** What an input shows of a value that may still be half typed. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
/** An emptied input means nothing, not an empty text. */
export const orNull = (text: string): string | null => (text === '' ? null : text);
