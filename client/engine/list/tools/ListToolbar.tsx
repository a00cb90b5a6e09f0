/** The toolbar of a list; while rows are selected, the bulk actions replace it. */
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import EditIcon from '@mui/icons-material/EditOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useEffectEvent, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsTouch } from '../../../shared/app/useIsTouch';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { useOverride } from '../../engineContext';
import { useDebouncedValue } from '../../../shared/app/useDebouncedValue';
import { ViewMenu } from './ViewMenu';
import { RemovedRows } from '../selection/RemovedRows';
import type { ListModel } from '../useListModel';
import type { RowActions } from '../useRowActions';
import { useQuickSearch } from '../filter/useQuickSearch';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

interface QuickSearchProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
}
/** Searches after a typing pause; outside changes do not touch the text while it has the focus. */
export function QuickSearch({ value, onChange, inputRef }: QuickSearchProps) {
  const { t } = useTranslation();
  const isTouch = useIsTouch();
  const [typedText, setTypedText] = useState<string | null>(null);
  const text = typedText ?? value;
  // Do not search for letters of a running composition.
  const [isComposing, setIsComposing] = useState(false);
  const debounced = useDebouncedValue(isComposing ? null : typedText, 300);
  const commit = (next: string | null) => {
    if (next !== null && next.trim() !== value) onChange(next.trim());
  };
  const onDebounced = useEffectEvent(commit);
  useEffect(() => onDebounced(debounced), [debounced]);
  const clear = () => {
    setTypedText((before) => (before === null ? null : ''));
    onChange('');
  };
  return (
    <OutlinedInput
      size="small"
      inputRef={inputRef}
      value={text}
      placeholder={t(isTouch ? 'engine.list.search' : 'engine.list.search_help')}
      onFocus={() => setTypedText(value)}
      onBlur={() => {
        commit(typedText);
        setTypedText(null);
      }}
      onChange={(event) => setTypedText(event.target.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && clear()}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      {...(text === ''
        ? {}
        : {
            endAdornment: (
              <IconButton size="small" edge="end" aria-label={t('engine.list.clear')} onClick={clear}>
                <CloseIcon fontSize="small" />
              </IconButton>
            ),
          })}
      slotProps={{ input: { 'aria-label': t('engine.list.search'), type: 'search', autoComplete: 'off' } }}
      sx={{
        width: { sm: 260 },
        flex: { xs: '1 1 120px', sm: 'none' },
        '& input': { pl: 0 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}

const FilterBar = lazyWithRetry(async () => (await import('../filter/FilterBar')).FilterBar, 'small');

interface ListToolbarProps {
  readonly model: ListModel;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly live: { readonly isLive: boolean; readonly setIsLive: (isLive: boolean) => void };
}
export function ListToolbar({ model, searchRef, live }: ListToolbarProps) {
  const { state } = model;
  const quickSearch = useQuickSearch(model);
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 52, px: { xs: 4, sm: 6 }, py: 2 }}
    >
      <QuickSearch value={state.quickSearch} onChange={quickSearch} inputRef={searchRef} />
      <Suspense fallback={<Box sx={{ width: 90, height: 36 }} />}>
        <FilterBar model={model} />
      </Suspense>
      <Box sx={{ flex: { sm: 1 } }} />
      <ViewMenu model={model} live={live} />
    </Stack>
  );
}

const BinBulkActions = lazyWithRetry(
  async () => (await import('../../recycleBin/RecycleBinActions')).RecycleBinBulkActions,
  'small',
);
const ChosenHiddenSelection = lazyWithRetry(
  async () => (await import('../selection/HiddenSelection')).HiddenSelection,
  'small',
);
const MatchingBar = lazyWithRetry(async () => (await import('../selection/MatchingBar')).MatchingBar, 'small');
const ExportSelection = lazyWithRetry(async () => (await import('../export/ExportSelection')).ExportSelection, 'small');
const BulkEdit = lazyWithRetry(async () => (await import('../selection/BulkEdit')).BulkEdit);

interface BulkBarProps {
  readonly model: ListModel;
  readonly actions: RowActions;
}
const BULK_BAR_STYLE = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 3,
  // As tall as the toolbar that it replaces, with a gap to the button above.
  minHeight: 44,
  mt: 2,
  py: 1,
  px: { xs: 4, sm: 6 },
  bgcolor: 'action.selected',
} as const;
function BulkEditButton({ model }: Pick<BulkBarProps, 'model'>) {
  const { t } = useTranslation();
  const { actionableIds, permissions, entity } = model;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      {permissions.can('update') && entity.spec.base !== 'log' && (
        <Button
          size="small"
          color="inherit"
          startIcon={<EditIcon />}
          disabled={actionableIds.length === 0}
          onClick={() => setIsEditing(true)}
        >
          {t('lists.bulk.edit')}
        </Button>
      )}
      {isEditing && (
        <Suspense>
          <BulkEdit model={model} ids={actionableIds} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Whether all rows of the page are selected, and the list has further ones that can be changed. */
const canSelectMatching = ({ pageSelection, rows, isTree, permissions, entity, actionableIds }: ListModel): boolean =>
  pageSelection.isAllSelected &&
  !isTree &&
  permissions.isRecycleBin !== true &&
  entity.spec.base !== 'log' &&
  (permissions.can('update') || permissions.can('remove')) &&
  rows.list.total > actionableIds.length;

/** The bulk actions on all rows that match the filters of the list. */
function MatchingSelectionBar({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={t('engine.bulk.selected', { count: model.rows.list.total })}
      sx={BULK_BAR_STYLE}
    >
      <Suspense>
        <MatchingBar model={model} />
      </Suspense>
    </Stack>
  );
}

/** The bulk actions. Selected rows that were removed are listed and excluded. */
export function BulkBar({ model, actions }: BulkBarProps) {
  const { t } = useTranslation();
  const { actionableIds, removedRows, select, permissions, entity, hiddenSelectedIds, isMatchingSelected } = model;
  const endSelection = () => {
    select([]);
    model.setIsSelecting(false);
  };
  const BulkExtraActions = useOverride(entity)?.bulkActions;
  if (isMatchingSelected) return <MatchingSelectionBar model={model} />;
  return (
    <Stack
      direction="row"
      role="toolbar"
      aria-label={t('engine.bulk.selected', { count: actionableIds.length })}
      sx={BULK_BAR_STYLE}
    >
      <Typography component="output" sx={{ fontWeight: 500 }}>
        {t('engine.bulk.selected', { count: actionableIds.length })}
      </Typography>
      <Suspense>{hiddenSelectedIds.length > 0 && <ChosenHiddenSelection model={model} />}</Suspense>
      <RemovedRows entity={entity} removedRows={removedRows} />
      <Suspense>{canSelectMatching(model) && <MatchingBar model={model} />}</Suspense>
      <Button size="small" color="inherit" onClick={endSelection}>
        {t(model.selected.length === 0 ? 'listControls.select.cancel' : 'engine.bulk.clear')}
      </Button>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 3, ml: 'auto' }}>
        {permissions.isRecycleBin && (
          <Suspense>
            <BinBulkActions entity={entity} permissions={permissions} ids={actionableIds} onDone={() => select([])} />
          </Suspense>
        )}
        {BulkExtraActions && !permissions.isRecycleBin && (
          <Suspense>
            <BulkExtraActions ids={actionableIds} />
          </Suspense>
        )}
        {!permissions.isRecycleBin && (
          <Suspense>
            <ExportSelection model={model} />
          </Suspense>
        )}
        <BulkEditButton model={model} />
        {permissions.can('remove') && entity.spec.base !== 'log' && (
          <Button
            size="small"
            color="error"
            startIcon={<DeleteIcon />}
            disabled={actionableIds.length === 0}
            onClick={() => actions.setPendingAction({ kind: 'remove', ids: actionableIds })}
          >
            {t('engine.bulk.remove')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

interface AddButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  /** Shows the label on phones too. */
  readonly isLabelled?: boolean;
}
/** Adds a record. In the header of a list a phone shows only the icon; the title beside it names the entity. */
export function AddButton({ label, onClick, isLabelled = false }: AddButtonProps) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const isIcon = isPhone && !isLabelled;
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      aria-label={label}
      onClick={onClick}
      sx={{ whiteSpace: 'nowrap', flex: 'none', ...(isIcon ? ICON_BUTTON : {}) }}
    >
      {isIcon ? null : label}
    </Button>
  );
}
const ICON_BUTTON = { minWidth: 44, '& .MuiButton-startIcon': { m: 0 } } as const;
