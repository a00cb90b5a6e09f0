/** Text entries edited as lines of `key=value`. */
import TextField from '@mui/material/TextField';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../../../common/json';
import type { Json } from '../../../../common/entity/field';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';

const toText = (value: Json): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([key, text]) => `${key}=${typeof text === 'string' ? text : JSON.stringify(text)}`)
        .join('\n')
    : '';

/** Pairs, and the number of the first invalid line. */
function parseLines(text: string): { readonly value: Json; readonly badLine: number } {
  const lines = text.split('\n');
  const pairs: [string, string][] = [];
  let badLine = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const separator = line.indexOf('=');
    const key = line.slice(0, separator).trim();
    if (separator < 1 || key === '') badLine ||= index + 1;
    else pairs.push([key, line.slice(separator + 1).trim()]);
  }
  return { value: pairs.length === 0 ? null : Object.fromEntries(pairs), badLine };
}
const isSame = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

export function KeyValueInput({ value, onChange, id, describedBy, disabled, invalid }: InputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => toText(value));
  // Keeps the typed text until the value changes elsewhere.
  const shown = isSame(parseLines(text).value, value) ? text : toText(value);
  const { badLine } = parseLines(shown);
  return (
    <>
      <TextField
        id={id}
        fullWidth
        multiline
        minRows={3}
        value={shown}
        disabled={disabled}
        error={invalid || badLine > 0}
        placeholder={t('settings.one_per_line')}
        onChange={(event) => {
          setText(event.target.value);
          onChange(parseLines(event.target.value).value);
        }}
        slotProps={{
          htmlInput: { 'aria-describedby': describedBy, spellCheck: false, style: { fontFamily: 'monospace' } },
        }}
      />
      {badLine > 0 && <FormHelperText error>{t('settings.dictionary_bad', { line: badLine })}</FormHelperText>}
    </>
  );
}
