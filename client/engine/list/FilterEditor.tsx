/** The filter of one column: how it compares, and with what. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { endsOf, filterForm, operatorsOf, splitOperator, type FilterForm, type OperatorName } from '../filterText';
import { viewOf } from '../kinds/index';
import { Line } from '../kinds/inputs';
import { DayLine, InstantLine, TimeLine } from '../kinds/TimeLines';
import { useFilterComplaint } from './useFilterComplaint';
import type { ListModel } from './useListModel';

type How = OperatorName | 'usual' | 'null' | '!null';
/** What a column does anyway need not be offered a second time. */
const USUAL: Readonly<Record<FilterForm, OperatorName | null>> = {
  contains: 'like',
  equals: 'eq',
  range: 'range',
  options: 'in',
  has: 'has',
  presence: null,
};
/** Compared with several values, or with two ends: the input the column has anyway. */
const AS_USUAL: ReadonlySet<How> = new Set(['usual', 'in', 'notin', 'range', 'notrange', 'has']);

function howOf(text: string): { readonly how: How; readonly value: string } {
  if (text === 'null' || text === '!null') return { how: text, value: '' };
  const { name, rest } = splitOperator(text);
  return { how: name ?? 'usual', value: rest };
}
const textFor = (how: How, value: string): string => {
  if (how === 'null' || how === '!null') return how;
  return how === 'usual' || value.trim() === '' ? value : `${how}:${value}`;
};
/** What was typed, in the form the next comparison takes: a range gives its first end, a single value both. */
function carried(from: How, to: How, value: string, column: Column): string {
  const ranged = (how: How) =>
    how === 'range' || how === 'notrange' || (how === 'usual' && filterForm(column) === 'range');
  if (ranged(from) === ranged(to)) return value;
  const [first, last] = endsOf(value);
  return ranged(to) || value.trim() === '' ? value : first || last;
}

/** Kinds whose values are written in a form of their own. */
const INSTANTS: Readonly<Record<string, typeof DayLine>> = { date: DayLine, datetime: InstantLine, time: TimeLine };

interface ValueProps {
  readonly model: ListModel;
  readonly column: Column;
  readonly how: How;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly fault: string | undefined;
}
function ValueInput({ model, column, how, value, onChange, label, fault }: ValueProps) {
  const id = useId();
  const { Filter } = viewOf(column.kind);
  if (how === 'null' || how === '!null') return null;
  const options = filterForm(column) === 'options';
  if (Filter && (AS_USUAL.has(how) || options))
    return <Filter entity={model.entity} column={column} value={value} onChange={onChange} label={label} />;
  const Input = INSTANTS[column.kind] ?? Line;
  return (
    <Input
      id={id}
      describedBy={undefined}
      disabled={false}
      invalid={fault !== undefined}
      value={value}
      onText={onChange}
      html={{ 'aria-label': label }}
    />
  );
}

interface HowMenuProps {
  readonly column: Column;
  readonly how: How;
  readonly onChange: (how: How) => void;
}
function HowMenu({ column, how, onChange }: HowMenuProps) {
  const { t } = useTranslation();
  const form = filterForm(column);
  const usual = form === undefined ? null : USUAL[form];
  const several = form === 'options' ? new Set<OperatorName>(['eq', 'ne']) : new Set<OperatorName>();
  const named = operatorsOf(column).filter((name) => name !== usual && (!several.has(name) || name === how));
  const empty: readonly How[] = column.operators.includes('NULL') ? ['null', '!null'] : [];
  const sayOf = (one: How) => {
    if (one === 'null') return t('engine.field.is_empty');
    if (one === '!null') return t('engine.field.is_filled');
    if (one !== 'usual') return t(`lists.op.${one}`);
    return usual === null ? t('engine.field.all') : t(`lists.op.${usual}`);
  };
  const all: readonly How[] = ['usual', ...named, ...empty];
  return (
    <Select
      size="small"
      value={all.includes(how) ? how : 'usual'}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ input: { 'aria-label': t('lists.op.label') } }}
    >
      {all.map((one) => (
        <MenuItem key={one} value={one}>
          {sayOf(one)}
        </MenuItem>
      ))}
    </Select>
  );
}

function Ends({ onClear }: { readonly onClear: () => void }) {
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
  readonly model: ListModel;
  readonly column: Column;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}
/** What is being asked for, and what leaving the filter makes of it. */
function useFilterDraft({ model, column, onClose }: Omit<FilterEditorProps, 'anchor'>) {
  const { state, change } = model;
  const [{ how, value }, set] = useState(() => howOf(state.filters[column.name] ?? ''));
  const text = textFor(how, value);
  const fault = useFilterComplaint()(column, text);
  // One that came with the address is complained about at once, one that is being typed only when it is applied.
  const [told, setTold] = useState(fault !== undefined);
  const apply = (next: string) => {
    const { [column.name]: _old, ...others } = state.filters;
    change({ filters: next.trim() === '' ? others : { ...others, [column.name]: next } });
    onClose();
  };
  return {
    how,
    value,
    fault: told ? fault : undefined,
    compare: (next: How) => set({ how: next, value: carried(how, next, value, column) }),
    type: (next: string) => set({ how, value: next }),
    clear: () => apply(''),
    close: () => (fault === undefined ? apply(text) : setTold(true)),
    giveUp: () => (fault === undefined ? apply(text) : onClose()),
  };
}

/** Applies when it is closed; an empty value takes the filter away, and one the column does not understand has to be put right. */
export function FilterEditor(props: FilterEditorProps) {
  const { model, column, anchor } = props;
  const { t } = useTranslation();
  const words = useWords(model.entity);
  const label = words.fields[column.name] ?? column.name;
  const { how, value, fault, compare, type, clear, close, giveUp } = useFilterDraft(props);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={(_event, reason: string) => (reason === 'escapeKeyDown' ? giveUp() : close())}
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
        <HowMenu column={column} how={how} onChange={compare} />
        <ValueInput model={model} column={column} how={how} value={value} onChange={type} label={label} fault={fault} />
        {fault !== undefined && (
          <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
            {fault}
          </Typography>
        )}
        <Ends onClear={clear} />
      </Stack>
    </Popover>
  );
}
