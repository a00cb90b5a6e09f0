/** Choice fields: labels with a dot in lists; a menu, radios or checkboxes in forms. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import type { AnyEntity, Transition } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/columns';
import { isStateColumn } from '../../../common/entity/lists/defaultColumns';
import { isPermissionGranted, useBootstrap } from '../../shared/api/bootstrap';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { bareFieldset, EmptyCell, PlainText, StatusLabel } from './cells/cells';
import { ChoiceFilter } from './inputs/filterInputs';
import type { CellProps, InputProps, FieldType } from './fieldType';
import { choiceTone } from './cells/choiceTones';

interface Option {
  readonly name: string;
  readonly value: Json;
  readonly label: string;
}
function useOptions(entity: AnyEntity, column: Column): readonly Option[] {
  const { choices } = useEntityLabels(entity);
  return Object.entries(column.options.values ?? {}).map(([name, value]: [string, Json]) => ({
    name,
    value,
    label: choices[column.name]?.[name] ?? name,
  }));
}

/**
 * Options of the field. With transitions, only the states the user may reach from the stored one, or the default for a
 * new row.
 */
function useReachableOptions({ entity, column, value, rowId, stored }: InputProps): readonly Option[] {
  const options = useOptions(entity, column);
  const { permissions, admin } = useBootstrap();
  const transitions = entity.spec.transitions?.[column.name];
  if (transitions === undefined) return options;
  if (rowId === null) return stored === undefined ? options : options.filter((option) => option.value === stored);
  const current = options.find((option) => option.value === (stored === undefined ? value : stored))?.name ?? '';
  const isReachable = ({ node, super: isSuper }: Transition) =>
    (isSuper !== true || admin.super) &&
    (node === undefined || isPermissionGranted(permissions, `${entity.name}/${node}`));
  const targets = new Set(
    Object.values(transitions).flatMap((transition) =>
      transition.from.includes(current) && isReachable(transition) ? [transition.to] : [],
    ),
  );
  return options.filter((option) => option.name === current || targets.has(option.name) || option.value === value);
}

function ChoiceCell({ entity, column, value }: CellProps) {
  const option = useOptions(entity, column).find((selectedOption) => selectedOption.value === value);
  if (option === undefined) return <EmptyCell />;
  if (!isStateColumn(entity, column)) return <PlainText>{option.label}</PlainText>;
  return <StatusLabel tone={choiceTone(option.name)}>{option.label}</StatusLabel>;
}

const toDescribedByProps = (id: string | undefined) => (id === undefined ? {} : { 'aria-describedby': id });

function MenuInput({
  column,
  value,
  onChange,
  id,
  labelId,
  disabled,
  invalid,
  describedBy,
  options,
}: InputProps & { readonly options: readonly Option[] }) {
  const { t } = useTranslation();
  const chosen = options.find((option) => option.value === value);
  // A field with a default has always one of its values.
  const canBeEmpty = !column.options.required && (column.options.default === undefined || value === null);
  return (
    <Select
      size="small"
      fullWidth
      displayEmpty
      value={chosen?.name ?? ''}
      disabled={disabled}
      error={invalid}
      labelId={labelId}
      SelectDisplayProps={{ id, ...toDescribedByProps(describedBy) }}
      onChange={(event) => onChange(options.find((option) => option.name === event.target.value)?.value ?? null)}
      renderValue={() => chosen?.label ?? <span>{t('engine.field.choose')}</span>}
    >
      {canBeEmpty && <MenuItem value="">{t('engine.field.none')}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.name} value={option.name}>
          {option.label}
        </MenuItem>
      ))}
    </Select>
  );
}

function ChoiceInput(props: InputProps) {
  const { column, value, onChange, disabled, labelId } = props;
  const options = useReachableOptions(props);
  if (column.options.as !== 'radio') return <MenuInput {...props} options={options} />;
  return (
    <RadioGroup
      row
      id={props.id}
      aria-labelledby={labelId}
      {...toDescribedByProps(props.describedBy)}
      value={options.find((option) => option.value === value)?.name ?? ''}
      onChange={(_, name) => onChange(options.find((option) => option.name === name)?.value ?? null)}
    >
      {options.map(({ name, label }) => (
        <FormControlLabel key={name} value={name} label={label} disabled={disabled} control={<Radio />} />
      ))}
    </RadioGroup>
  );
}

const getList = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

function ChoicesCell({ entity, column, value }: CellProps) {
  const options = useOptions(entity, column);
  const chosen = getList(value);
  const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  return <PlainText>{labels.join(', ')}</PlainText>;
}

function ChoicesMenu({
  value,
  onChange,
  id,
  labelId,
  disabled,
  invalid,
  describedBy,
  options,
}: InputProps & { readonly options: readonly Option[] }) {
  const { t } = useTranslation();
  const chosen = options.filter((option) => getList(value).includes(option.value));
  const setNames = (names: readonly string[]) =>
    onChange(options.flatMap((option) => (names.includes(option.name) ? [option.value] : [])));
  return (
    <Select
      multiple
      size="small"
      fullWidth
      displayEmpty
      value={chosen.map((option) => option.name)}
      disabled={disabled}
      error={invalid}
      labelId={labelId}
      SelectDisplayProps={{ id, ...toDescribedByProps(describedBy) }}
      onChange={({ target }) => setNames(typeof target.value === 'string' ? target.value.split(',') : target.value)}
      renderValue={() =>
        chosen.length > 0 ? chosen.map((option) => option.label).join(', ') : <span>{t('engine.field.choose')}</span>
      }
    >
      {options.map((option) => (
        <MenuItem key={option.name} value={option.name} dense>
          <Checkbox
            checked={chosen.includes(option)}
            tabIndex={-1}
            aria-hidden
            slotProps={{ input: { 'aria-label': option.label } }}
          />
          <ListItemText primary={option.label} />
        </MenuItem>
      ))}
    </Select>
  );
}

function ChoicesInput(props: InputProps) {
  const options = useOptions(props.entity, props.column);
  if (props.column.options.as !== 'checkbox') return <ChoicesMenu {...props} options={options} />;
  const chosen = getList(props.value);
  const toggle = (value: Json) =>
    props.onChange(
      options.flatMap((option) => (chosen.includes(option.value) !== (option.value === value) ? [option.value] : [])),
    );
  return (
    <Stack
      component="fieldset"
      direction="row"
      id={props.id}
      aria-labelledby={props.labelId}
      {...toDescribedByProps(props.describedBy)}
      sx={{ ...bareFieldset, flexWrap: 'wrap' }}
    >
      {options.map(({ name, label, value }) => (
        <FormControlLabel
          key={name}
          label={label}
          disabled={props.disabled}
          control={<Checkbox checked={chosen.includes(value)} onChange={() => toggle(value)} />}
        />
      ))}
    </Stack>
  );
}

export const choiceFieldType: FieldType = {
  Cell: ChoiceCell,
  Input: ChoiceInput,
  Filter: ChoiceFilter,
  width: 96,
  isShort: true,
};
export const choicesFieldType: FieldType = {
  Cell: ChoicesCell,
  Input: ChoicesInput,
  Filter: ChoiceFilter,
  width: 150,
  isShort: true,
};
