/** The filters of a list as chips that can be edited and removed. */
import UnreadIcon from '@mui/icons-material/ErrorOutlined';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../../common/entity/field';
import { findColumn, type Column } from '../../../../common/entity/columns';
import { formatCents } from '../../../../common/text/cents';
import { isCalendarDate } from '../../../../common/text/time/dates';
import { parseFilter, splitRange, findFilterType, validateFilter, splitOperator } from '../../fieldTypes/filterText';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { getFieldType } from '../../fieldTypes/index';
import { useFormatValue } from '../../fieldTypes/useFormatValue';
import { useFilterError } from './useFilterError';
import type { FilterModel } from '../useListModel';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

interface FilterBarProps {
  readonly model: FilterModel;
}

/** Filterable columns, shown ones first. */
function filterable({ entity, permissions }: FilterModel): readonly Column[] {
  const filterableColumns = permissions.columns.filter(
    (column) => getFieldType(column.kind).Filter !== null && findFilterType(column) !== undefined,
  );
  const rankOf = (column: Column) => (entity.spec.list.columns.includes(column.name) ? 0 : 1);
  return filterableColumns
    .filter(({ name }) => name !== 'revision' && name !== 'delete_time')
    .sort((a, b) => rankOf(a) - rankOf(b));
}

function useFormatFilter(model: FilterModel) {
  const { t } = useTranslation();
  const formatValue = useFormatValue(model.entity);
  return (column: Column, text: string): string => {
    if (text === 'null') return t('engine.field.is_empty');
    if (text === '!null') return t('engine.field.is_filled');
    const cond = parseFilter(column, text);
    if (cond === undefined) return text;
    const { name, rest } = splitOperator(text.trim());
    const [from, to] = splitRange(rest);
    const formatted = (value: string) => (name === null ? value : `${t(`lists.op.${name}`)} ${value}`);
    // A whole day is shown as a date, not as a range of instants.
    if (column.kind === 'datetime' && isCalendarDate(rest.trim())) return formatted(rest.trim());
    const isRange = cond.op === 'RANGE' || cond.op === 'NOT RANGE';
    const value = isRange
      ? `${from === '' ? '…' : from} – ${to === '' ? '…' : to}`
      : formatValue(column.name, wireValueOf(column, cond.value));
    return formatted(value);
  };
}

/** The value of a condition as it is sent in rows: conditions contain money in cents, rows contain it as a decimal amount. */
const wireValueOf = (column: Column, value: Json): Json =>
  column.kind === 'money' && typeof value === 'number' ? formatCents(value) : value;

const FilterEditor = lazyWithRetry(async () => (await import('./FilterEditor')).FilterEditor);

interface AddFilterProps {
  readonly model: FilterModel;
  readonly onPick: (column: Column, anchor: HTMLElement) => void;
}
function AddFilter({ model, onPick }: AddFilterProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<FilterIcon fontSize="small" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 36 }}
      >
        {t('engine.list.filter')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 360 } } }}
      >
        {filterable(model).map((column) => (
          <MenuItem
            key={column.name}
            onClick={() => {
              if (anchor) onPick(column, anchor);
              setAnchor(null);
            }}
          >
            {labels.fields[column.name] ?? column.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function FilterBar({ model }: FilterBarProps) {
  const { t } = useTranslation();
  const { entity, state, change } = model;
  const labels = useEntityLabels(entity);
  const formatFilter = useFormatFilter(model);
  const filterError = useFilterError();
  const [editing, setEditing] = useState<{ column: Column; anchor: HTMLElement } | null>(null);
  const remove = (field: string) =>
    change({ filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => name !== field)) });
  const activeFilters = Object.entries(state.filters).flatMap(([field, text]) => {
    const column = findColumn(entity, field);
    return column ? [{ column, text, label: labels.fields[field] ?? field }] : [];
  });
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      {activeFilters.map(({ column, text, label }) => (
        <Chip
          key={column.name}
          label={`${label}: ${formatFilter(column, text)}`}
          variant="outlined"
          color={validateFilter(column, text) ? 'error' : 'primary'}
          {...(validateFilter(column, text) ? { icon: <UnreadIcon /> } : {})}
          title={filterError(column, text)}
          onClick={(event) => setEditing({ column, anchor: event.currentTarget })}
          onDelete={() => remove(column.name)}
          sx={{ height: 28, maxWidth: 280 }}
        />
      ))}
      <AddFilter model={model} onPick={(column, anchor) => setEditing({ column, anchor })} />
      {activeFilters.length > 1 && (
        <Button size="small" color="inherit" onClick={() => change({ filters: {} })}>
          {t('engine.list.filters_clear')}
        </Button>
      )}
      {editing && (
        <Suspense>
          <FilterEditor
            key={editing.column.name}
            model={model}
            column={editing.column}
            anchor={editing.anchor}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
