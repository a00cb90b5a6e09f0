/** Fields of a bulk edit: which can be chosen, their values, and what stays after a permission is lost. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import type { Column } from '../../../../common/entity/columns';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findDefaultValue, isBlankValue } from '../../../../common/entity/validate';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useCopyText } from '../../conflict/useCopyText';
import { usePermissionLostText } from '../../conflict/usePermissionLostText';
import { formFieldNames } from '../../formState/formLayout';
import { UnsavableText } from '../../form/UnsavableText';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { getFieldType } from '../../fieldTypes/index';
import type { InputProps } from '../../fieldTypes/fieldType';
import { useFormatValue } from '../../fieldTypes/useFormatValue';
import type { ListModel } from '../useListModel';

/** New value of a field in every selected row, or its removal. Absent fields stay unchanged. */
export type BulkFieldChange = { readonly set: Json } | { readonly clear: true };
export type BulkValues = Readonly<Record<string, BulkFieldChange>>;
const valueOfChange = (change: BulkFieldChange | undefined): Json => (change && 'set' in change ? change.set : null);
export const canChangeField = ({ permissions }: ListModel, name: string) =>
  permissions.can('update') && permissions.writable.has(name);
/** In the order of the form; columns that it does not have are last. */
function inFormOrder(entity: AnyEntity, columns: readonly Column[]): readonly Column[] {
  const order = formFieldNames(entity);
  const position = ({ name }: Column) => (order.includes(name) ? order.indexOf(name) : order.length);
  return columns.toSorted((first, second) => position(first) - position(second));
}
/** Columns that can have one value in many rows: not unique, no files, long texts or secrets. */
const changeableColumns = (model: ListModel): readonly Column[] =>
  model.permissions.columns.filter(
    (column) =>
      canChangeField(model, column.name) &&
      column.name in model.entity.spec.fields &&
      !column.long &&
      !column.readonly &&
      column.options.unique !== true &&
      column.name !== model.entity.spec.tree &&
      !['image', 'images', 'file', 'files', 'password', 'rich_text', 'json', 'key_values'].includes(column.kind),
  );
/** A chosen field starts without a value. */
const NO_VALUE: BulkFieldChange = { set: null };

/** Whether the field can be empty: not required and without default. */
export const canBeEmpty = (column: Column) => !column.options.required && findDefaultValue(column) === undefined;

/** Chosen fields without a value. */
export const missingFields = (values: BulkValues): readonly string[] =>
  Object.keys(values).filter((name) => {
    const change = values[name];
    return change !== undefined && 'set' in change && isBlankValue(change.set);
  });

/** The request body: cleared fields are listed by name. */
export function bulkRequestBody(values: BulkValues): {
  readonly set: Readonly<Record<string, Json>>;
  readonly clear: string[];
} {
  const changes = Object.entries(values);
  return {
    set: Object.fromEntries(changes.flatMap(([name, change]) => ('set' in change ? [[name, change.set]] : []))),
    clear: changes.flatMap(([name, change]) => ('clear' in change ? [name] : [])),
  };
}

/** Fields with values that would be lost. */
export const unsavedBulkFields = ({ permissions }: ListModel, values: BulkValues): readonly string[] =>
  permissions.columns
    .filter((column) => {
      const change = values[column.name];
      return change !== undefined && ('clear' in change || change.set !== null);
    })
    .map(({ name }) => name);

/** Offered columns; entered values stay visible after the permission is lost. */
function offeredColumns(model: ListModel, values: BulkValues): readonly Column[] {
  const chosen = model.permissions.can('update') ? Object.keys(values) : unsavedBulkFields(model, values);
  const names = new Set([...changeableColumns(model).map(({ name }) => name), ...chosen]);
  return model.permissions.columns.filter(({ name }) => names.has(name));
}

/** Formats an entered value. */
export function useFormatBulkValue({ entity }: ListModel, values: BulkValues): (name: string) => string {
  const { t } = useTranslation();
  const formatValue = useFormatValue(entity, Infinity);
  return (name) => {
    const change = values[name];
    if (change && 'clear' in change) return t('lists.bulk.clear');
    const value = valueOfChange(change);
    return typeof value === 'string' ? value : formatValue(name, value);
  };
}

interface BulkFieldProps {
  readonly model: ListModel;
  readonly column: Column;
  readonly values: BulkValues;
  /** Errors by field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (values: BulkValues) => void;
}

/** Chooses between a new value and an empty field; "Set a value" restores the last entered value. */
function SetOrClearToggle({ column, values, onChange, label }: BulkFieldProps & { readonly label: string }) {
  const { t } = useTranslation();
  const change = values[column.name];
  const [lastEntered, setLastEntered] = useState(NO_VALUE);
  const choose = (choice: 'set' | 'clear' | null) => {
    if (choice === null) return;
    if (change && 'set' in change) setLastEntered(change);
    onChange({ ...values, [column.name]: choice === 'clear' ? { clear: true } : lastEntered });
  };
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={change && 'clear' in change ? 'clear' : 'set'}
      onChange={(_, choice: 'set' | 'clear' | null) => choose(choice)}
      sx={{ mb: 2 }}
    >
      <ToggleButton value="set">{t('lists.bulk.set')}</ToggleButton>
      <ToggleButton value="clear">{t('lists.bulk.clear')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

/** A switch without a value looks off, so both values are offered unselected. */
function YesNoToggle({ value, onChange, label, describedBy }: InputProps) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={(_, choice: 0 | 1 | null) => choice !== null && onChange(choice)}
      sx={{ display: 'flex' }}
    >
      <ToggleButton value={1}>{t('engine.field.yes')}</ToggleButton>
      <ToggleButton value={0}>{t('engine.field.no')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

function BulkValueInput(props: InputProps) {
  const { Input } = getFieldType(props.column.kind);
  if (props.column.kind === 'switch') return <YesNoToggle {...props} />;
  return (
    <>
      <Box component="label" htmlFor={props.id} id={props.labelId} sx={visuallyHidden}>
        {props.label}
      </Box>
      <Input {...props} />
    </>
  );
}

/** Input of the new value of a field. */
function BulkValueEditor(props: BulkFieldProps & { readonly label: string }) {
  const { model, column, values, faults, onChange, label } = props;
  const id = useId();
  const { t } = useTranslation();
  const change = values[column.name];
  const isCleared = change !== undefined && 'clear' in change;
  const fault = faults[column.name];
  return (
    <>
      {canBeEmpty(column) && <SetOrClearToggle {...props} />}
      {isCleared ? (
        <Typography component="output" sx={{ display: 'block', color: 'warning.main' }}>
          {t('lists.bulk.clears')}
        </Typography>
      ) : (
        <BulkValueInput
          entity={model.entity}
          column={column}
          value={valueOfChange(change)}
          onChange={(value) => onChange({ ...values, [column.name]: { set: value } })}
          id={id}
          labelId={`${id}-label`}
          label={label}
          describedBy={fault === undefined ? undefined : `${id}-help`}
          disabled={false}
          invalid={fault !== undefined}
          rowId={null}
        />
      )}
      {fault !== undefined && (
        <FormHelperText id={`${id}-help`} error>
          {fault}
        </FormHelperText>
      )}
    </>
  );
}

function BulkField(props: BulkFieldProps) {
  const { model, column, values, onChange } = props;
  const labels = useEntityLabels(model.entity);
  const label = labels.fields[column.name] ?? column.name;
  const chosen = column.name in values;
  const copyText = useCopyText();
  const formatBulkValue = useFormatBulkValue(model, values);
  const toggle = () => {
    const { [column.name]: _left, ...others } = values;
    onChange(chosen ? others : { ...values, [column.name]: NO_VALUE });
  };
  return (
    <Box data-field={column.name}>
      <FormControlLabel control={<Checkbox checked={chosen} onChange={toggle} />} label={label} />
      {chosen && (
        <Box sx={{ pl: 8, pb: 2 }}>
          {canChangeField(model, column.name) ? (
            <BulkValueEditor {...props} label={label} />
          ) : (
            <UnsavableText
              text={formatBulkValue(column.name)}
              onCopy={() => void copyText(formatBulkValue(column.name))}
            />
          )}
        </Box>
      )}
    </Box>
  );
}

export function BulkFields({ model, ...change }: Omit<BulkFieldProps, 'column'>) {
  const { t } = useTranslation();
  const columns = inFormOrder(model.entity, offeredColumns(model, change.values));
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography sx={{ color: 'text.secondary', pb: 2 }}>
        {columns.length === 0 ? t('lists.bulk.none') : t('lists.bulk.fields')}
      </Typography>
      {columns.map((column) => (
        <BulkField key={column.name} model={model} column={column} {...change} />
      ))}
    </Stack>
  );
}

/** Shown after the permission is lost: entered values can be read and copied. */
export function RevokedValues({ model, values }: Pick<BulkFieldProps, 'model' | 'values'>) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const formatBulkValue = useFormatBulkValue(model, values);
  const copyText = useCopyText();
  const permissionLostText = usePermissionLostText();
  const names = unsavedBulkFields(model, values);
  const lines = names.map((name) => `${labels.fields[name] ?? name}: ${formatBulkValue(name)}`);
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
      {permissionLostText(names.length > 0 ? 'permission' : 'undone')}
    </Alert>
  );
}
