/** Editor of one column filter: operator and value. Changes are reported as they are made. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import { DATE_PRESETS, formatLastDays, lastDays } from '../../fieldTypes/datePresets';
import { findFilterType, isTemporal } from '../../fieldTypes/filterText';
import { getFieldType } from '../../fieldTypes/index';
import { TextInput } from '../../fieldTypes/inputs/TextInput';
import { MaskedDateInput, MaskedDateTimeInput, MaskedTimeInput } from '../../fieldTypes/inputs/maskedDateInputs';
import {
  acceptsPeriods,
  getComparisons,
  findDefaultOperator,
  formatComparison,
  withComparison,
  type Comparison,
  type FilterDraft,
} from './comparisons';
import { useOperatorLabel, usePeriodLabel } from './filterLabels';
import type { FilterModel } from '../useListModel';

/** Operators with the default input of the column. */
const DEFAULT_INPUT_COMPARISONS: ReadonlySet<Comparison> = new Set([
  'default',
  'in',
  'notin',
  'range',
  'notrange',
  'has',
]);
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
  readonly draft: FilterDraft;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly isInvalid: boolean;
}
function FilterValueInput({ model, column, draft, onChange, label, isInvalid }: FilterValueInputProps) {
  const id = useId();
  const { t } = useTranslation();
  const { Filter } = getFieldType(column.kind);
  const { operator, value } = draft;
  if (operator === 'null' || operator === '!null') return null;
  const inputProps = { id, describedBy: undefined, disabled: false, invalid: isInvalid };
  if (operator === 'period')
    return (
      <TextInput
        {...inputProps}
        type="number"
        value={String(lastDays(value) ?? '')}
        onTextChange={(days) => onChange(/^[1-9]\d{0,3}$/.test(days) ? formatLastDays(Number(days)) : '')}
        inputAttributes={{ 'aria-label': t('listControls.day.number'), min: 1, max: 9999 }}
      />
    );
  if (Filter && (DEFAULT_INPUT_COMPARISONS.has(operator) || OPTION_KINDS.has(column.kind)))
    return <Filter entity={model.entity} column={column} value={value} onChange={onChange} label={label} />;
  const Input = TEMPORAL_INPUTS[column.kind] ?? TextInput;
  return <Input {...inputProps} value={value} onTextChange={onChange} inputAttributes={{ 'aria-label': label }} />;
}

interface ComparisonMenuProps {
  readonly column: Column;
  readonly comparison: Comparison;
  readonly onChange: (comparison: Comparison) => void;
}
function ComparisonMenu({ column, comparison, onChange }: ComparisonMenuProps) {
  const { t } = useTranslation();
  const operatorLabel = useOperatorLabel();
  const defaultOperator = findDefaultOperator(column);
  const comparisonLabel = (option: Comparison) => {
    if (option === 'null') return t('engine.field.is_empty');
    if (option === '!null') return t('engine.field.is_filled');
    if (option === 'period') return t('listControls.day.last');
    if (option !== 'default') return operatorLabel(column, option);
    return defaultOperator === null ? t('engine.field.all') : operatorLabel(column, defaultOperator);
  };
  const all = getComparisons(column, comparison);
  return (
    <Select
      size="small"
      value={all.includes(comparison) ? comparison : (all[0] ?? 'default')}
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

/** Periods that one press chooses. */
function PeriodChips({ chosen, onChoose }: { readonly chosen: string; readonly onChoose: (text: string) => void }) {
  const { t } = useTranslation();
  const periodLabel = usePeriodLabel();
  return (
    <Stack
      component="fieldset"
      direction="row"
      aria-label={t('listControls.presets.label')}
      sx={{ flexWrap: 'wrap', gap: 1, border: 0, m: 0, p: 0, minWidth: 0 }}
    >
      {DATE_PRESETS.map((preset) => (
        <Chip
          key={preset}
          size="small"
          label={periodLabel(preset)}
          variant={preset === chosen ? 'filled' : 'outlined'}
          color={preset === chosen ? 'primary' : 'default'}
          aria-pressed={preset === chosen}
          onClick={() => onChoose(preset)}
        />
      ))}
    </Stack>
  );
}

/** Whether the values are boxes to tick, which need no comparison to be understood. */
const hasCheckboxes = (column: Column): boolean =>
  findFilterType(column) === 'options' && column.kind !== 'ref' && getComparisons(column).length > 1;

interface FilterEditorProps {
  readonly model: FilterModel;
  readonly column: Column;
  readonly label: string;
  readonly draft: FilterDraft;
  /** Why the filter is not applied. */
  readonly fault: string | undefined;
  readonly onChange: (draft: FilterDraft) => void;
}
export function FilterEditor({ model, column, label, draft, fault, onChange }: FilterEditorProps) {
  const { t } = useTranslation();
  const [showsComparison, setShowsComparison] = useState(draft.operator !== 'default' || !hasCheckboxes(column));
  return (
    <Stack sx={{ gap: 3 }}>
      {isTemporal(column) && acceptsPeriods(column) && (
        <PeriodChips
          chosen={formatComparison(draft)}
          onChoose={(preset) => onChange({ operator: 'period', value: preset })}
        />
      )}
      {showsComparison && (
        <ComparisonMenu
          column={column}
          comparison={draft.operator}
          onChange={(next) => onChange(withComparison(draft, next, column))}
        />
      )}
      <FilterValueInput
        model={model}
        column={column}
        draft={draft}
        label={label}
        onChange={(value) => onChange({ operator: draft.operator, value })}
        isInvalid={fault !== undefined}
      />
      {!showsComparison && (
        <Button size="small" color="inherit" onClick={() => setShowsComparison(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('listControls.filter.more')}
        </Button>
      )}
      {fault !== undefined && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {fault}
        </Typography>
      )}
    </Stack>
  );
}
