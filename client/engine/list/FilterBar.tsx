/** The filters of a list as chips: each says what it asks for, opens to be changed, and can be taken away. */
import UnreadIcon from '@mui/icons-material/ErrorOutlined';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../common/entity/field';
import { columnNamed, type Column } from '../../../common/entity/meta';
import { moneyOf } from '../../../common/text/moneys';
import { isDay } from '../../../common/text/dates';
import { condOf, endsOf, filterForm, filterIssue, splitOperator } from '../filterText';
import { useWords } from '../../shared/i18n';
import { viewOf } from '../kinds/index';
import { useDescribe } from '../useDescribe';
import { useFilterComplaint } from './useFilterComplaint';
import type { ListModel } from './useListModel';
import { lazyPart } from '../../ui/lazyPart';

interface FilterBarProps {
  readonly model: ListModel;
}

/** Columns that can be filtered, those of the list first. */
function filterable({ entity, rights }: ListModel): readonly Column[] {
  const able = rights.columns.filter(
    (column) => viewOf(column.kind).Filter !== null && filterForm(column) !== undefined,
  );
  const rank = (column: Column) => (entity.spec.list.columns.includes(column.name) ? 0 : 1);
  return able.filter(({ name }) => name !== 'revision' && name !== 'delete_time').sort((a, b) => rank(a) - rank(b));
}

function useFilterText(model: ListModel) {
  const { t } = useTranslation();
  const describe = useDescribe(model.entity);
  return (column: Column, text: string): string => {
    if (text === 'null') return t('engine.field.is_empty');
    if (text === '!null') return t('engine.field.is_filled');
    const cond = condOf(column, text);
    if (cond === undefined) return text;
    const { name, rest } = splitOperator(text.trim());
    const [from, to] = endsOf(rest);
    const said = (value: string) => (name === null ? value : `${t(`lists.op.${name}`)} ${value}`);
    // A day is said as the day it is, not as the instants it begins and ends with.
    if (column.kind === 'datetime' && isDay(rest.trim())) return said(rest.trim());
    const isRange = cond.op === 'RANGE' || cond.op === 'NOT RANGE';
    const value = isRange
      ? `${from === '' ? '…' : from} – ${to === '' ? '…' : to}`
      : describe(column.name, wireOf(column, cond.value));
    return said(value);
  };
}

/** An amount in a condition is stored cents; people read amounts. */
const wireOf = (column: Column, value: Json): Json =>
  column.kind === 'money' && typeof value === 'number' ? moneyOf(value) : value;

const FilterEditor = lazyPart(async () => (await import('./FilterEditor')).FilterEditor);

interface AddFilterProps {
  readonly model: ListModel;
  readonly onPick: (column: Column, anchor: HTMLElement) => void;
}
function AddFilter({ model, onPick }: AddFilterProps) {
  const { t } = useTranslation();
  const words = useWords(model.entity);
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
            {words.fields[column.name] ?? column.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function FilterBar({ model }: FilterBarProps) {
  const { t } = useTranslation();
  const { entity, state, change } = model;
  const words = useWords(entity);
  const textOf = useFilterText(model);
  const complaint = useFilterComplaint();
  const [editing, setEditing] = useState<{ column: Column; anchor: HTMLElement } | null>(null);
  const remove = (field: string) =>
    change({ filters: Object.fromEntries(Object.entries(state.filters).filter(([name]) => name !== field)) });
  const chips = Object.entries(state.filters).flatMap(([field, text]) => {
    const column = columnNamed(entity, field);
    return column ? [{ column, text, label: words.fields[field] ?? field }] : [];
  });
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      {chips.map(({ column, text, label }) => (
        <Chip
          key={column.name}
          label={`${label}: ${textOf(column, text)}`}
          variant="outlined"
          color={filterIssue(column, text) ? 'error' : 'primary'}
          {...(filterIssue(column, text) ? { icon: <UnreadIcon /> } : {})}
          title={complaint(column, text)}
          onClick={(event) => setEditing({ column, anchor: event.currentTarget })}
          onDelete={() => remove(column.name)}
          sx={{ height: 28, maxWidth: 280 }}
        />
      ))}
      <AddFilter model={model} onPick={(column, anchor) => setEditing({ column, anchor })} />
      {chips.length > 1 && (
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
