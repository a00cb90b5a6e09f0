/** Lists of texts. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { LabelList } from './cells/cells';
import { TextFilter } from './inputs/filterInputs';
import { inputText } from './inputs/TextInput';
import type { CellProps, InputProps, FieldType } from './fieldType';

const stringList = (value: Json): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).map(inputText) : [];

const ArrayCell = ({ value }: CellProps) => <LabelList labels={stringList(value)} />;

function ArrayInput({ value, onChange, id, disabled, invalid, describedBy }: InputProps) {
  const { t } = useTranslation();
  const textsKey = JSON.stringify(stringList(value));
  // Keep array identity: a new array would drop the text being typed.
  const texts = useMemo(() => JSON.parse(textsKey) as string[], [textsKey]); // serialized on the line above
  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      size="small"
      disabled={disabled}
      options={[]}
      value={texts}
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

export const arrayFieldType: FieldType = {
  Cell: ArrayCell,
  Input: ArrayInput,
  Filter: TextFilter,
  width: 160,
  isShort: false,
};
