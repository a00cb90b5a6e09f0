/** JSON of any shape, and named texts. */
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { bareFieldset, Plain } from './cells';
import { PresenceFilter } from './filters';
import { Line, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

const printed = (value: Json) => (value === null ? '' : JSON.stringify(value, null, 2));
const JsonCell = ({ value }: CellProps) => <Plain mono>{value === null ? '' : JSON.stringify(value)}</Plain>;

const parsed = (text: string): { readonly value: Json } | undefined => {
  try {
    return { value: text.trim() === '' ? null : (JSON.parse(text) as Json) };
  } catch {
    return undefined;
  }
};
const same = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/** The text as typed stands until the value changes from elsewhere. */
function JsonInput(props: InputProps) {
  const { t } = useTranslation();
  const { value, onChange } = props;
  const [text, setText] = useState(() => printed(value));
  const read = parsed(text);
  const shown = read !== undefined && !same(read.value, value) ? printed(value) : text;
  const type = (next: string) => {
    setText(next);
    const good = parsed(next);
    if (good) onChange(good.value);
  };
  const broken = parsed(shown) === undefined;
  return (
    <>
      <Line {...props} value={shown} onText={type} lines={5} mono invalid={props.invalid || broken} />
      {broken && <FormHelperText error>{t('engine.field.json_bad')}</FormHelperText>}
    </>
  );
}

type Pair = readonly [key: string, value: string];
const pairsOf = (value: Json): readonly Pair[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([key, text]): Pair => [key, textOf(text)])
    : [];
const valueOf = (pairs: readonly Pair[]): Json => {
  const named = pairs.filter(([key]) => key !== '');
  return named.length === 0 ? null : Object.fromEntries(named);
};

function PairsCell({ value }: CellProps) {
  const text = pairsOf(value)
    .map(([key, one]) => `${key}: ${one}`)
    .join(', ');
  return <Plain>{text}</Plain>;
}

/** Pairs without a key yet stay in the input and out of the value. */
function PairsInput({ value, onChange, id, label, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  const [pairs, setPairs] = useState<readonly Pair[]>(() => pairsOf(value));
  const shown = same(valueOf(pairs), valueOf(pairsOf(value))) ? pairs : pairsOf(value);
  const put = (next: readonly Pair[]) => {
    setPairs(next);
    onChange(valueOf(next));
  };
  const change = (at: number, pair: Pair) => put(shown.map((old, index) => (index === at ? pair : old)));
  const common = { disabled, invalid, describedBy };
  return (
    <Stack component="fieldset" aria-label={label} sx={{ ...bareFieldset, gap: 1.5, alignItems: 'flex-start' }}>
      {shown.map(([key, text], at) => (
        // Rows have no identity but their place.
        <Stack key={at} direction="row" sx={{ gap: 1.5, width: '100%' }}>
          <Line
            {...common}
            id={at === 0 ? id : `${id}-${at}`}
            value={key}
            onText={(next) => change(at, [next, text])}
            placeholder={t('engine.field.key')}
            html={{ 'aria-label': t('engine.field.key') }}
          />
          <Line
            {...common}
            id={`${id}-${at}-value`}
            value={text}
            onText={(next) => change(at, [key, next])}
            placeholder={t('engine.field.value')}
            html={{ 'aria-label': t('engine.field.value') }}
          />
          <IconButton
            disabled={disabled}
            aria-label={t('engine.field.remove_entry', { value: key })}
            onClick={() => put(shown.filter((_, index) => index !== at))}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
      ))}
      <Button
        {...(shown.length === 0 ? { id } : {})}
        size="small"
        variant="outlined"
        startIcon={<AddIcon />}
        disabled={disabled}
        onClick={() => setPairs([...shown, ['', '']])}
      >
        {t('engine.field.add')}
      </Button>
    </Stack>
  );
}

export const jsonKind: KindView = {
  Cell: JsonCell,
  Input: JsonInput,
  Filter: PresenceFilter,
  width: 180,
  short: false,
};
export const keyValuesKind: KindView = {
  Cell: PairsCell,
  Input: PairsInput,
  Filter: PresenceFilter,
  width: 180,
  short: false,
};
