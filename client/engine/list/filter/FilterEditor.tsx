/** Editor of one column filter: operator and value. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import type { Operator } from '../../../../common/entity/fieldKinds';
import { acceptsOperator } from '../../../../common/entity/lists/listOptions';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import {
  splitRange,
  findFilterType,
  listOperators,
  splitOperator,
  URL_OPERATORS,
  type FilterType,
  type OperatorName,
} from '../../fieldTypes/filterText';
import { getFieldType } from '../../fieldTypes/index';
import { TextInput } from '../../fieldTypes/inputs/TextInput';
import { MaskedDateInput, MaskedDateTimeInput, MaskedTimeInput } from '../../fieldTypes/inputs/maskedDateInputs';
import { useFilterError } from './useFilterError';
import type { FilterModel } from '../useListModel';

type Comparison = OperatorName | 'usual' | 'null' | '!null';
/** The default operator is not offered twice. */
const DEFAULT_OPERATORS: Readonly<Record<FilterType, OperatorName | null>> = {
  contains: 'like',
  equals: 'eq',
  range: 'range',
  options: 'in',
  has: 'has',
  presence: null,
};
/** Operators with the default input of the column. */
const DEFAULT_INPUT_COMPARISONS: ReadonlySet<Comparison> = new Set([
  'usual',
  'in',
  'notin',
  'range',
  'notrange',
  'has',
]);

/** The comparison of a filter text; of an empty one, the first that the column offers. */
function parseComparison(column: Column, text: string): { readonly how: Comparison; readonly value: string } {
  if (text === '') return { how: comparisonsOf(column)[0] ?? 'usual', value: '' };
  if (text === 'null' || text === '!null') return { how: text, value: '' };
  const { name, rest } = splitOperator(text);
  return { how: name ?? 'usual', value: rest };
}
const formatComparison = (comparison: Comparison, value: string): string => {
  if (comparison === 'null' || comparison === '!null') return comparison;
  return comparison === 'usual' || value.trim() === '' ? value : `${comparison}:${value}`;
};
/** Converts the value for another operator: a range gives its first end, a single value both. */
function convertValue(from: Comparison, to: Comparison, value: string, column: Column): string {
  const isRangeComparison = (comparison: Comparison) =>
    comparison === 'range' ||
    comparison === 'notrange' ||
    (comparison === 'usual' && findFilterType(column) === 'range');
  if (isRangeComparison(from) === isRangeComparison(to)) return value;
  const [first, last] = splitRange(value);
  return isRangeComparison(to) || value.trim() === '' ? value : first || last;
}

/** Kinds with their own input. */
const TEMPORAL_INPUTS: Readonly<Record<string, typeof MaskedDateInput>> = {
  date: MaskedDateInput,
  datetime: MaskedDateTimeInput,
  time: MaskedTimeInput,
};

/** Kinds whose values are chosen, whatever the comparison. */
const OPTION_KINDS: ReadonlySet<string> = new Set(['switch', 'choice', 'ref']);

interface FilterValueInputProps {
  readonly model: FilterModel;
  readonly column: Column;
  readonly comparison: Comparison;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly fault: string | undefined;
}
function FilterValueInput({ model, column, comparison, value, onChange, label, fault }: FilterValueInputProps) {
  const id = useId();
  const { Filter } = getFieldType(column.kind);
  if (comparison === 'null' || comparison === '!null') return null;
  const options = OPTION_KINDS.has(column.kind);
  if (Filter && (DEFAULT_INPUT_COMPARISONS.has(comparison) || options))
    return <Filter entity={model.entity} column={column} value={value} onChange={onChange} label={label} />;
  const Input = TEMPORAL_INPUTS[column.kind] ?? TextInput;
  return (
    <Input
      id={id}
      describedBy={undefined}
      disabled={false}
      invalid={fault !== undefined}
      value={value}
      onTextChange={onChange}
      inputAttributes={{ 'aria-label': label }}
    />
  );
}

const defaultOperatorOf = (column: Column): OperatorName | null => {
  const form = findFilterType(column);
  return form === undefined ? null : DEFAULT_OPERATORS[form];
};
/** Whether the column offers what a value without an operator means: for options, one of several or exactly one. */
function offersUsual(column: Column): boolean {
  const operator = defaultOperatorOf(column);
  const usual: readonly Operator[] = operator === null ? [] : [URL_OPERATORS[operator]];
  if (operator === 'in') return [...usual, '=' as const].some((op) => acceptsOperator(column, op));
  return operator === null ? column.filterOperators.length > 0 : usual.some((op) => acceptsOperator(column, op));
}
const SEVERAL: ReadonlySet<OperatorName> = new Set(['eq', 'ne']);
/** The entries of the menu. Of options, the operators for one value are left out unless one is `chosen`. */
function comparisonsOf(column: Column, chosen?: Comparison): readonly Comparison[] {
  const [names, usualName] = [listOperators(column), defaultOperatorOf(column)];
  const isOptions = findFilterType(column) === 'options';
  const operators = names.filter((name) => name !== usualName && (!isOptions || !SEVERAL.has(name) || name === chosen));
  const nullOperators = (['null', '!null'] as const).filter((name) =>
    column.filterOperators.includes(name === 'null' ? 'NULL' : 'NOT NULL'),
  );
  return [...(offersUsual(column) ? (['usual'] as const) : []), ...operators, ...nullOperators];
}

interface ComparisonMenuProps {
  readonly column: Column;
  readonly comparison: Comparison;
  readonly onChange: (comparison: Comparison) => void;
}
function ComparisonMenu({ column, comparison, onChange }: ComparisonMenuProps) {
  const { t } = useTranslation();
  const defaultOperator = defaultOperatorOf(column);
  const comparisonLabel = (option: Comparison) => {
    if (option === 'null') return t('engine.field.is_empty');
    if (option === '!null') return t('engine.field.is_filled');
    if (option !== 'usual') return t(`lists.op.${option}`);
    return defaultOperator === null ? t('engine.field.all') : t(`lists.op.${defaultOperator}`);
  };
  const all = comparisonsOf(column, comparison);
  return (
    <Select
      size="small"
      value={all.includes(comparison) ? comparison : (all[0] ?? 'usual')}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ input: { 'aria-label': t('lists.op.label') } }}
    >
      {all.map((option) => (
        <MenuItem key={option} value={option}>
          {comparisonLabel(option)}
        </MenuItem>
      ))}
    </Select>
  );
}

function EditorFooter({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 2 }}>
      <Button size="small" color="inherit" onClick={onClear}>
        {t('engine.list.clear')}
      </Button>
      <Button size="small" variant="contained" type="submit">
        {t('engine.list.filter')}
      </Button>
    </Stack>
  );
}

interface FilterEditorProps {
  readonly model: FilterModel;
  readonly column: Column;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}
/** State of the edited filter. */
function useFilterDraft({ model, column, onClose }: Omit<FilterEditorProps, 'anchor'>) {
  const { state, change } = model;
  const [{ how: comparison, value }, set] = useState(() => parseComparison(column, state.filters[column.name] ?? ''));
  const text = formatComparison(comparison, value);
  const filterError = useFilterError()(column, text);
  // An invalid filter from the URL shows its error at once; a typed one only when applied.
  const [isErrorShown, setIsErrorShown] = useState(filterError !== undefined);
  const apply = (next: string) => {
    const { [column.name]: _old, ...others } = state.filters;
    change({ filters: next.trim() === '' ? others : { ...others, [column.name]: next } });
    onClose();
  };
  return {
    comparison,
    value,
    fault: isErrorShown ? filterError : undefined,
    compare: (next: Comparison) => set({ how: next, value: convertValue(comparison, next, value, column) }),
    type: (next: string) => set({ how: comparison, value: next }),
    clear: () => apply(''),
    close: () => (filterError === undefined ? apply(text) : setIsErrorShown(true)),
    discard: () => (filterError === undefined ? apply(text) : onClose()),
  };
}

/** The filter editor. Closing applies the filter; an empty value removes it, an invalid one must be corrected. */
export function FilterEditor(props: FilterEditorProps) {
  const { model, column, anchor } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const label = labels.fields[column.name] ?? column.name;
  const { comparison, value, fault, compare, type, clear, close, discard } = useFilterDraft(props);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_event, reason: string) => (reason === 'escapeKeyDown' ? discard() : close())}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          sx: { mt: 1, p: 4, width: 280, maxWidth: '90vw' },
          'aria-label': t('engine.list.filter_by', { field: label }),
        },
      }}
    >
      <Stack
        component="form"
        sx={{ gap: 3 }}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        <Typography variant="h6" component="h3">
          {label}
        </Typography>
        <ComparisonMenu column={column} comparison={comparison} onChange={compare} />
        <FilterValueInput
          model={model}
          column={column}
          comparison={comparison}
          value={value}
          onChange={type}
          label={label}
          fault={fault}
        />
        {fault !== undefined && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
            {fault}
          </Typography>
        )}
        <EditorFooter onClear={clear} />
      </Stack>
    </Popover>
  );
}
