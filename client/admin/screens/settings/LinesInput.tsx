/** Named texts as people write them down: one key=value per line. */
import TextField from '@mui/material/TextField';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../../../common/json';
import type { Json } from '../../../../common/entity/field';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';

const printed = (value: Json): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([key, text]) => `${key}=${typeof text === 'string' ? text : JSON.stringify(text)}`)
        .join('\n')
    : '';

/** Pairs, and the first line that is none. */
function read(text: string): { readonly value: Json; readonly bad: number } {
  const lines = text.split('\n');
  const pairs: [string, string][] = [];
  let bad = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cut = line.indexOf('=');
    const key = line.slice(0, cut).trim();
    if (cut < 1 || key === '') bad ||= at + 1;
    else pairs.push([key, line.slice(cut + 1).trim()]);
  }
  return { value: pairs.length === 0 ? null : Object.fromEntries(pairs), bad };
}
const isSame = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

export function LinesInput({ value, onChange, id, describedBy, disabled, invalid }: InputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => printed(value));
  // What was typed stands until the value becomes another from elsewhere.
  const shown = isSame(read(text).value, value) ? text : printed(value);
  const { bad } = read(shown);
  return (
    <>
      <TextField
        id={id}
        fullWidth
        multiline
        minRows={3}
        value={shown}
        disabled={disabled}
        error={invalid || bad > 0}
        placeholder={t('settings.one_per_line')}
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value).value);
        }}
        slotProps={{
          htmlInput: { 'aria-describedby': describedBy, spellCheck: false, style: { fontFamily: 'monospace' } },
        }}
      />
      {bad > 0 && <FormHelperText error>{t('settings.dictionary_bad', { line: bad })}</FormHelperText>}
    </>
  );
}
