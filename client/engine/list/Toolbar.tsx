/** The one row of tools above a list; while rows are chosen, what can be done with them stands in its place. */
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
import { Suspense, useEffect, useEffectEvent, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverride } from '../engineContext';
import { useDebounced } from '../useDebounced';
import { FilterBar } from './FilterBar';
import { ViewMenu } from './ViewMenu';
import { LostRows } from './LostRows';
import type { ListModel } from './useListModel';
import type { RowActions } from './useRowActions';
import { useSeek } from './useSeek';
import { lazyPart } from '../../ui/lazyPart';

interface QuickSearchProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
}
/** Searches once typing pauses; the text itself is never touched from outside while it has the focus. */
function QuickSearch({ value, onChange, inputRef }: QuickSearchProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  // Letters of an input method are no question yet.
  const [composing, setComposing] = useState(false);
  const settled = useDebounced(composing ? null : typed, 300);
  const commit = (next: string | null) => {
    if (next !== null && next.trim() !== value) onChange(next.trim());
  };
  const onSettled = useEffectEvent(commit);
  useEffect(() => onSettled(settled), [settled]);
  const clear = () => {
    setTyped((before) => (before === null ? null : ''));
    onChange('');
  };
  return (
    <OutlinedInput
      size="small"
      inputRef={inputRef}
      value={text}
      placeholder={t('engine.list.search_help')}
      onFocus={() => setTyped(value)}
      onBlur={() => {
        commit(typed);
        setTyped(null);
      }}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
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
        width: { xs: '100%', sm: 260 },
        '& input': { pl: 0 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}

interface ToolbarProps {
  readonly model: ListModel;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly live: { readonly on: boolean; readonly set: (on: boolean) => void };
}
export function Toolbar({ model, searchRef, live }: ToolbarProps) {
  const { state } = model;
  const seek = useSeek(model);
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 52, px: { xs: 4, sm: 6 }, py: 2 }}
    >
      <QuickSearch value={state.q} onChange={seek} inputRef={searchRef} />
      <FilterBar model={model} />
      <Box sx={{ flex: 1 }} />
      <ViewMenu model={model} live={live} />
    </Stack>
  );
}

const BinBulkActions = lazyPart(async () => (await import('../bin/BinActions')).BinBulkActions, 'small');
const ChosenInFolds = lazyPart(async () => (await import('./InFolds')).ChosenInFolds, 'small');
const BulkEdit = lazyPart(async () => (await import('./BulkEdit')).BulkEdit);

interface BulkBarProps {
  readonly model: ListModel;
  readonly actions: RowActions;
}
const BULK_BAR = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 3,
  // As tall as the tools in whose place it stands, and off the button above.
  ...{ minHeight: 44, mt: 2, py: 1 },
  px: { xs: 4, sm: 6 },
  bgcolor: 'action.selected',
} as const;
/** Chosen rows that are gone meanwhile are named and left out. */
export function BulkBar({ model, actions }: BulkBarProps) {
  const { t } = useTranslation();
  const { here, lost, select, rights, entity, chosenInFolds } = model;
  const [editing, setEditing] = useState(false);
  const Further = useOverride(entity)?.bulkExtra;
  return (
    <Stack direction="row" role="toolbar" aria-label={t('engine.bulk.selected', { count: here.length })} sx={BULK_BAR}>
      <Typography component="output" sx={{ fontWeight: 500 }}>
        {t('engine.bulk.selected', { count: here.length })}
      </Typography>
      <Suspense>{chosenInFolds.length > 0 && <ChosenInFolds model={model} />}</Suspense>
      <LostRows entity={entity} lost={lost} />
      <Button size="small" color="inherit" onClick={() => select([])}>
        {t('engine.bulk.clear')}
      </Button>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 3, ml: 'auto' }}>
        {rights.bin && (
          <Suspense>
            <BinBulkActions entity={entity} rights={rights} ids={here} onDone={() => select([])} />
          </Suspense>
        )}
        {Further && !rights.bin && (
          <Suspense>
            <Further ids={here} />
          </Suspense>
        )}
        {rights.may('update') && entity.spec.base !== 'log' && (
          <Button
            size="small"
            color="inherit"
            startIcon={<EditIcon />}
            disabled={here.length === 0}
            onClick={() => setEditing(true)}
          >
            {t('lists.bulk.edit')}
          </Button>
        )}
        {editing && (
          <Suspense>
            <BulkEdit model={model} ids={here} onClose={() => setEditing(false)} />
          </Suspense>
        )}
        {rights.may('remove') && entity.spec.base !== 'log' && (
          <Button
            size="small"
            color="error"
            startIcon={<DeleteIcon />}
            disabled={here.length === 0}
            onClick={() => actions.ask({ kind: 'remove', ids: here })}
          >
            {t('engine.bulk.remove')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}

/** On a phone the sign alone: the title beside it says what is added. */
export function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      aria-label={label}
      onClick={onClick}
      sx={{
        whiteSpace: 'nowrap',
        flex: 'none',
        minWidth: { xs: 44, sm: 64 },
        '& .MuiButton-startIcon': { ml: { xs: 0, sm: -1 }, mr: { xs: 0, sm: 2 } },
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {label}
      </Box>
    </Button>
  );
}
