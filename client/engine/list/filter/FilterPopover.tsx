/** The filters of a list in one popover, on a phone in a sheet at the bottom: a field is found by its name, and its filter is applied while it is edited. */
import BackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import { normalizeForSearch } from '../../../../common/text/normalize';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { validateFilter } from '../../fieldTypes/filterText';
import { useDebouncedValue } from '../../../shared/app/useDebouncedValue';
import { isFiltered, MAX_GROUPS } from '../listState';
import { formatComparison, parseComparison, type FilterDraft } from './comparisons';
import { filterableColumns } from './filterableColumns';
import { FilterEditor } from './FilterEditor';
import { useFormatFilter } from './filterLabels';
import { changeFilter, getTexts, type FilterTarget } from './filterTargets';
import { useFilterError } from './useFilterError';
import type { FilterModel } from '../useListModel';

/** Milliseconds without a key until a typed filter is applied. */
const TYPING_PAUSE_MS = 300;

interface TargetMenuProps {
  readonly model: FilterModel;
  readonly target: FilterTarget;
  readonly onChange: (target: FilterTarget) => void;
}
function TargetMenu({ model, target, onChange }: TargetMenuProps) {
  const { t } = useTranslation();
  const groups = Math.min(model.state.anyOf.length + 1, MAX_GROUPS);
  const getLabel = (index: number) =>
    index < model.state.anyOf.length
      ? t('listControls.filter.group', { number: index + 1 })
      : t('listControls.filter.new_group');
  return (
    <Select
      size="small"
      value={target === 'all' ? 'all' : String(Math.min(target, groups - 1))}
      onChange={({ target: { value } }) => onChange(value === 'all' ? 'all' : Number(value))}
      slotProps={{ input: { 'aria-label': t('listControls.filter.target') } }}
    >
      <MenuItem value="all">{t('listControls.filter.all')}</MenuItem>
      {Array.from({ length: groups }, (_, index) => (
        <MenuItem key={index} value={String(index)}>
          {getLabel(index)}
        </MenuItem>
      ))}
    </Select>
  );
}

interface FieldListProps {
  readonly model: FilterModel;
  readonly target: FilterTarget;
  readonly onPick: (column: Column) => void;
}
function FieldList({ model, target, onPick }: FieldListProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const formatFilter = useFormatFilter(model);
  const [searched, setSearched] = useState('');
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true });
  const texts = getTexts(model.state, target);
  const getLabel = ({ name }: Column) => labels.fields[name] ?? name;
  const found = filterableColumns(model).filter((column) =>
    normalizeForSearch(getLabel(column)).includes(normalizeForSearch(searched)),
  );
  const [first] = found;
  return (
    <Stack
      component="form"
      sx={{ gap: 2, minHeight: 0 }}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (first !== undefined) onPick(first);
      }}
    >
      <OutlinedInput
        size="small"
        // On a phone the keyboard would cover the fields.
        autoFocus={!isPhone}
        value={searched}
        placeholder={t('listControls.filter.search')}
        onChange={({ target: { value } }) => setSearched(value)}
        slotProps={{ input: { 'aria-label': t('listControls.filter.search'), autoComplete: 'off' } }}
      />
      <Stack component="ul" sx={{ m: 0, p: 0, maxHeight: 300, overflow: 'auto', listStyle: 'none' }}>
        {found.map((column) => (
          <li key={column.name}>
            <ListItemButton dense onClick={() => onPick(column)} sx={{ borderRadius: 1, gap: 2 }}>
              <ListItemText primary={getLabel(column)} />
              {texts[column.name] !== undefined && (
                <Typography variant="body2" noWrap sx={{ color: 'primary.main', maxWidth: 120 }}>
                  {formatFilter(column, texts[column.name] ?? '')}
                </Typography>
              )}
            </ListItemButton>
          </li>
        ))}
      </Stack>
      {first === undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('listControls.filter.no_field')}
        </Typography>
      )}
    </Stack>
  );
}

/** The edited filter: applied after each change while it is valid, and at once when the editor closes. */
function useFilterDraft(model: FilterModel, column: Column, target: FilterTarget) {
  const stored = getTexts(model.state, target)[column.name] ?? '';
  const [draft, setDraft] = useState<FilterDraft>(() => parseComparison(column, stored));
  const text = formatComparison(draft);
  const filterError = useFilterError()(column, text);
  // An invalid filter from the URL shows its error at once; a typed one only when it should be applied.
  const [isErrorShown, setIsErrorShown] = useState(filterError !== undefined);
  const apply = (next: string) => {
    const isNew = next.trim() !== stored.trim();
    if (isNew && validateFilter(column, next) === undefined)
      model.change(changeFilter(model.state, target, column.name, next), { replaces: true });
  };
  const pausedText = useDebouncedValue(text, TYPING_PAUSE_MS);
  const onPause = useEffectEvent(apply);
  useEffect(() => onPause(pausedText), [pausedText]);
  return {
    draft,
    fault: isErrorShown ? filterError : undefined,
    change: (next: FilterDraft) => {
      setDraft(next);
      setIsErrorShown(false);
    },
    /** Returns whether the filter is valid. */
    finish: () => {
      apply(text);
      setIsErrorShown(true);
      return filterError === undefined;
    },
    clear: () => model.change(changeFilter(model.state, target, column.name, ''), { replaces: true }),
  };
}

/** Applies the edited filter; returns whether it is valid. */
type Finish = () => boolean;

/** Enter in a text field, outside a running composition and a list of options. */
const isEnterInText = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.type !== 'checkbox' &&
  target.type !== 'radio' &&
  target.getAttribute('role') !== 'combobox';

interface EditorPaneProps {
  readonly model: FilterModel;
  readonly column: Column;
  readonly target: FilterTarget;
  readonly finishRef: Ref<Finish>;
  readonly onBack: () => void;
  readonly onClose: () => void;
}
function EditorPane({ model, column, target, finishRef, onBack, onClose }: EditorPaneProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const label = labels.fields[column.name] ?? column.name;
  const { draft, fault, change, finish, clear } = useFilterDraft(model, column, target);
  useImperativeHandle(finishRef, () => finish);
  return (
    <Stack
      component="form"
      sx={{ gap: 3 }}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isEnterInText(event)) return;
        event.preventDefault();
        if (finish()) onClose();
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <IconButton
          size="small"
          aria-label={t('listControls.filter.back')}
          onClick={() => {
            if (finish()) onBack();
          }}
        >
          <BackIcon fontSize="small" />
        </IconButton>
        <Typography variant="h6" component="h3" noWrap>
          {label}
        </Typography>
      </Stack>
      <FilterEditor model={model} column={column} label={label} draft={draft} fault={fault} onChange={change} />
      <Button
        size="small"
        color="inherit"
        onClick={() => {
          clear();
          onBack();
        }}
        sx={{ alignSelf: 'flex-end' }}
      >
        {t('engine.list.clear')}
      </Button>
    </Stack>
  );
}

/** Anchor and filter of an open popover. */
export interface OpenFilter {
  readonly anchor: HTMLElement;
  readonly target: FilterTarget;
  /** The edited field; null: the list of fields. */
  readonly column: Column | null;
}
interface FilterSurfaceProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  /** `isForced`: closes although the edited filter is invalid. */
  readonly onClose: (isForced: boolean) => void;
  readonly children: ReactNode;
}
/** A popover at the button; on a phone a sheet at the bottom. */
function FilterSurface({ anchor, label, onClose, children }: FilterSurfaceProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true });
  const dialog = { role: 'dialog', 'aria-label': label } as const;
  const close = (_event: unknown, reason: string) => onClose(reason === 'escapeKeyDown');
  if (!isPhone)
    return (
      <Popover
        open
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { ...dialog, sx: { mt: 1, p: 4, width: 300, maxWidth: '90vw' } } }}
      >
        {children}
      </Popover>
    );
  return (
    <Drawer open anchor="bottom" onClose={close} slotProps={{ paper: { ...dialog, sx: SHEET_STYLE } }}>
      {children}
      <Button variant="contained" onClick={() => onClose(false)}>
        {t('listControls.filter.done')}
      </Button>
    </Drawer>
  );
}
const SHEET_STYLE = { p: 4, gap: 3, maxHeight: '85dvh', borderRadius: '16px 16px 0 0' } as const;

interface FilterPopoverProps {
  readonly model: FilterModel;
  readonly initial: OpenFilter;
  readonly onClose: () => void;
}
export function FilterPopover({ model, initial, onClose }: FilterPopoverProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const labels = useEntityLabels(model.entity);
  const [target, setTarget] = useState(initial.target);
  const [column, setColumn] = useState(initial.column);
  const finishRef = useRef<Finish>(null);
  const label =
    column === null
      ? t('engine.list.filter')
      : t('engine.list.filter_by', { field: labels.fields[column.name] ?? column.name });
  return (
    <FilterSurface
      anchor={initial.anchor}
      label={label}
      onClose={(isForced) => {
        if ((finishRef.current?.() ?? true) || isForced) onClose();
      }}
    >
      {column === null ? (
        <Stack sx={{ gap: 3 }}>
          {(isFiltered(model.state) || target !== 'all') && (
            <TargetMenu model={model} target={target} onChange={setTarget} />
          )}
          <FieldList model={model} target={target} onPick={setColumn} />
        </Stack>
      ) : (
        <EditorPane
          key={column.name}
          model={model}
          column={column}
          target={target}
          finishRef={finishRef}
          onClose={onClose}
          onBack={() => setColumn(null)}
        />
      )}
    </FilterSurface>
  );
}
