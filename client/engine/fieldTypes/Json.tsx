/** JSON values and key-value pairs. */
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../../../common/json';
import type { Json } from '../../../common/entity/field';
import { bareFieldset, PlainText } from './cells/cells';
import { PresenceFilter } from './inputs/filterInputs';
import { TextInput, inputText } from './inputs/TextInput';
import type { CellProps, InputProps, FieldType } from './fieldType';

const formatJson = (value: Json) => (value === null ? '' : JSON.stringify(value, null, 2));
const JsonCell = ({ value }: CellProps) => (
  <PlainText isMonospace>{value === null ? '' : JSON.stringify(value)}</PlainText>
);

const parseJson = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: text.trim() === '' ? null : (JSON.parse(text) as Json) };
  } catch {
    return undefined;
  }
};
const isSameJson = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/** Keeps the typed text until the value changes from outside. */
function JsonInput(props: InputProps) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const [text, setText] = useState(() => formatJson(value));
  const read = parseJson(text);
  const displayedValue = read !== undefined && !isSameJson(read.value, value) ? formatJson(value) : text;
  const type = (next: string) => {
    setText(next);
    const isValid = parseJson(next);
    if (isValid) onChange(isValid.value);
  };
  const isInvalidJson = parseJson(displayedValue) === undefined;
  return (
    <>
      <TextInput
        {...props}
        value={displayedValue}
        onTextChange={type}
        rows={5}
        isMonospace
        invalid={props.invalid || isInvalidJson}
      />
      {isInvalidJson && <FormHelperText error>{t('engine.field.json_bad')}</FormHelperText>}
    </>
  );
}

type KeyValuePair = readonly [key: string, value: string];
const toPairs = (value: Json): readonly KeyValuePair[] =>
  isObject(value) ? Object.entries(value).map(([key, text]): KeyValuePair => [key, inputText(text)]) : [];
const valueOf = (pairs: readonly KeyValuePair[]): Json => {
  const entries = pairs.filter(([key]) => key !== '');
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

function KeyValueCell({ value }: CellProps) {
  const text = toPairs(value)
    .map(([key, item]) => `${key}: ${item}`)
    .join(', ');
  return <PlainText>{text}</PlainText>;
}

/** Pairs without a key stay in the input only. */
function KeyValueInput({ value, onChange, id, label, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  const [pairs, setPairs] = useState<readonly KeyValuePair[]>(() => toPairs(value));
  const displayedValue = isSameJson(valueOf(pairs), valueOf(toPairs(value))) ? pairs : toPairs(value);
  const changePairs = (next: readonly KeyValuePair[]) => {
    setPairs(next);
    onChange(valueOf(next));
  };
  const change = (pairIndex: number, pair: KeyValuePair) =>
    changePairs(displayedValue.map((old, index) => (index === pairIndex ? pair : old)));
  const common = { disabled, invalid, describedBy };
  return (
    <Stack component="fieldset" aria-label={label} sx={{ ...bareFieldset, gap: 1.5, alignItems: 'flex-start' }}>
      {displayedValue.map(([key, text], pairIndex) => (
        // Rows are identified by their position.
        <Stack key={pairIndex} direction="row" sx={{ gap: 1.5, width: '100%' }}>
          <TextInput
            {...common}
            id={pairIndex === 0 ? id : `${id}-${pairIndex}`}
            value={key}
            onTextChange={(next) => change(pairIndex, [next, text])}
            placeholder={t('engine.field.key')}
            inputAttributes={{ 'aria-label': t('engine.field.key') }}
          />
          <TextInput
            {...common}
            id={`${id}-${pairIndex}-value`}
            value={text}
            onTextChange={(next) => change(pairIndex, [key, next])}
            placeholder={t('engine.field.value')}
            inputAttributes={{ 'aria-label': t('engine.field.value') }}
          />
          <IconButton
            disabled={disabled}
            aria-label={t('engine.field.remove_entry', { value: key })}
            onClick={() => changePairs(displayedValue.filter((_, index) => index !== pairIndex))}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
      ))}
      <Button
        {...(displayedValue.length === 0 ? { id } : {})}
        size="small"
        variant="outlined"
        startIcon={<AddIcon />}
        disabled={disabled}
        onClick={() => setPairs([...displayedValue, ['', '']])}
      >
        {t('engine.field.add')}
      </Button>
    </Stack>
  );
}

export const jsonFieldType: FieldType = {
  Cell: JsonCell,
  Input: JsonInput,
  Filter: PresenceFilter,
  width: 180,
  isShort: false,
};
export const keyValuesFieldType: FieldType = {
  Cell: KeyValueCell,
  Input: KeyValueInput,
  Filter: PresenceFilter,
  width: 180,
  isShort: false,
};
