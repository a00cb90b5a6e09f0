/** Lists of short texts, and a place as province, city and district. */
import Autocomplete from '@mui/material/Autocomplete';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { bareFieldset, Labels, Plain } from './cells';
import { TextFilter } from './filters';
import { Line, textOf } from './inputs';
import type { CellProps, InputProps, KindView } from './kindView';

const textsOf = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map(textOf) : [];

const ArrayCell = ({ value }: CellProps) => <Labels labels={textsOf(value)} />;

function ArrayInput({ value, onChange, id, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      size="small"
      disabled={disabled}
      options={[]}
      value={[...textsOf(value)]}
      onChange={(_, texts) => onChange(texts.map((text) => text.trim()).filter((text) => text !== ''))}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          error={invalid}
          placeholder={t('engine.field.add_entry')}
          slotProps={{
            input: slotProps.input,
            htmlInput: {
              ...slotProps.htmlInput,
              ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
            },
          }}
        />
      )}
    />
  );
}

const CityCell = ({ value }: CellProps) => <Plain>{textsOf(value).join(' / ')}</Plain>;

const LEVELS = ['province', 'city', 'district'] as const;
/** Three levels; emptying one empties what is below it. */
function CityInput({ value, onChange, id, label, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  const texts = textsOf(value);
  const put = (level: number, text: string) => {
    const next = text === '' ? texts.slice(0, level) : [...texts.slice(0, level), text, ...texts.slice(level + 1)];
    onChange(next.length === 0 ? null : next);
  };
  return (
    <Stack component="fieldset" direction="row" aria-label={label} sx={{ ...bareFieldset, gap: 2 }}>
      {LEVELS.map((level, at) => (
        <Stack key={level} sx={{ flex: 1, minWidth: 0 }}>
          <FormLabel htmlFor={at === 0 ? id : `${id}-${level}`} sx={{ fontSize: '0.75rem' }}>
            {t(`engine.field.${level}`)}
          </FormLabel>
          <Line
            id={at === 0 ? id : `${id}-${level}`}
            value={texts[at] ?? ''}
            onText={(text) => put(at, text)}
            disabled={disabled || at > texts.length}
            invalid={invalid}
            describedBy={describedBy}
          />
        </Stack>
      ))}
    </Stack>
  );
}

export const arrayKind: KindView = { Cell: ArrayCell, Input: ArrayInput, Filter: TextFilter, width: 180, short: false };
export const cityKind: KindView = { Cell: CityCell, Input: CityInput, Filter: TextFilter, width: 180, short: false };
