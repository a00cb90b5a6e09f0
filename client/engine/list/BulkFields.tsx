/** The fields of a change of many rows: which can be chosen, what is said for them, and what stays of it when the right goes. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { useCopyText } from '../conflict/useCopyText';
import { useRightsSaid } from '../conflict/useRightsSaid';
import { KeptText } from '../form/KeptText';
import { visuallyHidden } from '../kinds/cells';
import { viewOf } from '../kinds/index';
import { useDescribe } from '../useDescribe';
import type { ListModel } from './useListModel';

export type Values = Readonly<Record<string, Json>>;
export const mayChange = ({ rights }: ListModel, name: string) => rights.may('update') && rights.writable.has(name);
/** What stands for many rows alike: nothing unique, no files, no long texts, no secrets. */
const changeable = (model: ListModel): readonly Column[] =>
  model.rights.columns.filter(
    (column) =>
      mayChange(model, column.name) &&
      column.name in model.entity.spec.fields &&
      !column.long &&
      !column.readonly &&
      column.options.unique !== true &&
      column.name !== model.entity.spec.tree &&
      !['image', 'images', 'file', 'files', 'password', 'rich_text', 'json', 'key_values'].includes(column.kind),
  );
/** What a field begins with once it is chosen. */
const startOf = ({ kind }: Column): Json => (kind === 'switch' ? 0 : null);

/** The fields with values that would be lost: what a field merely begins with is none. */
export const typedNames = ({ rights }: ListModel, values: Values): readonly string[] =>
  rights.columns
    .filter((column) => column.name in values && values[column.name] !== startOf(column))
    .map(({ name }) => name);

/** What was typed while it could be stays, to be read; a field that was chosen can be left out again. */
function offered(model: ListModel, values: Values): readonly Column[] {
  const chosen = model.rights.may('update') ? Object.keys(values) : typedNames(model, values);
  const names = new Set([...changeable(model).map(({ name }) => name), ...chosen]);
  return model.rights.columns.filter(({ name }) => names.has(name));
}

/** What was typed, in words. */
export function useTyped({ entity }: ListModel, values: Values): (name: string) => string {
  const describe = useDescribe(entity, Infinity);
  return (name) => {
    const value = values[name] ?? null;
    return typeof value === 'string' ? value : describe(name, value);
  };
}

interface FieldProps {
  readonly model: ListModel;
  readonly column: Column;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}
function Field({ model, column, values, onChange }: FieldProps) {
  const id = useId();
  const words = useWords(model.entity);
  const label = words.fields[column.name] ?? column.name;
  const chosen = column.name in values;
  const { Input } = viewOf(column.kind);
  const copyText = useCopyText();
  const textOf = useTyped(model, values);
  const toggle = () => {
    const { [column.name]: _left, ...others } = values;
    onChange(chosen ? others : { ...values, [column.name]: startOf(column) });
  };
  return (
    <Box>
      <FormControlLabel control={<Checkbox checked={chosen} onChange={toggle} />} label={label} />
      {chosen && (
        <Box sx={{ pl: 8, pb: 2 }}>
          <Box component="label" htmlFor={id} id={`${id}-label`} sx={visuallyHidden}>
            {label}
          </Box>
          {mayChange(model, column.name) ? (
            <Input
              entity={model.entity}
              column={column}
              value={values[column.name] ?? null}
              onChange={(value) => onChange({ ...values, [column.name]: value })}
              id={id}
              labelId={`${id}-label`}
              label={label}
              describedBy={undefined}
              disabled={false}
              invalid={false}
              rowId={null}
            />
          ) : (
            <KeptText text={textOf(column.name)} onCopy={() => void copyText(textOf(column.name))} />
          )}
        </Box>
      )}
    </Box>
  );
}

export function BulkFields({ model, values, onChange }: Omit<FieldProps, 'column'>) {
  const { t } = useTranslation();
  const columns = offered(model, values);
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography sx={{ color: 'text.secondary', pb: 2 }}>
        {columns.length === 0 ? t('lists.bulk.none') : t('lists.bulk.fields')}
      </Typography>
      {columns.map((column) => (
        <Field key={column.name} model={model} column={column} values={values} onChange={onChange} />
      ))}
    </Stack>
  );
}

/** Rights may go while one chooses: what was typed stays to be read and copied. */
export function Barred({ model, values }: Pick<FieldProps, 'model' | 'values'>) {
  const { t } = useTranslation();
  const words = useWords(model.entity);
  const textOf = useTyped(model, values);
  const copyText = useCopyText();
  const rightsSaid = useRightsSaid();
  const names = typedNames(model, values);
  const lines = names.map((name) => `${words.fields[name] ?? name}: ${textOf(name)}`);
  return (
    <Alert
      severity="warning"
      sx={{ mx: 6, mb: 3 }}
      action={
        names.length > 0 && (
          <Button size="small" variant="outlined" onClick={() => void copyText(lines.join('\n'))}>
            {t('conflict.copy_text')}
          </Button>
        )
      }
    >
      {rightsSaid(names.length > 0 ? 'permission' : 'undone')}
    </Alert>
  );
}
