/** Command palette (Ctrl/⌘ K): pages, records and actions in one list, usable with the keyboard only. */
import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { Suspense, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebouncedValue } from '../../../shared/app/useDebouncedValue';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { NamedIcon } from '../../../ui/NamedIcon';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import type { Overlay } from '../overlay';
import {
  useActionItems,
  useFavoriteItems,
  usePageItems,
  type ActionOpeners,
  type PaletteItem,
  type PaletteSection,
} from './paletteItems';
import { useColleagueItems } from './useColleagueItems';
import { searchSections } from './searchSections';
import { useRecentItems } from './useRecentItems';
import { useLoadAllLabels } from './useLoadAllLabels';
import { useRecordSections } from './useRecordSections';

const ShiftDialog = lazyWithRetry(async () => (await import('../../overrides/ledger/shift/ShiftDialog')).ShiftDialog);

const DEBOUNCE_MS = 200;
const SHOWN_RECENT = 6;
const SHOWN_PAGES = 8;
const SHOWN_ACTIONS = 5;
interface PaletteOptionProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly isActive: boolean;
  readonly onRun: () => void;
}
function PaletteOption({ item, id, isActive, onRun }: PaletteOptionProps) {
  return (
    <Box
      role="option"
      id={id}
      aria-selected={isActive}
      onClick={onRun}
      ref={(node: HTMLElement | null) => {
        if (isActive) node?.scrollIntoView({ block: 'nearest' });
      }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        height: 40,
        px: 3,
        borderRadius: '6px',
        cursor: 'pointer',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: isActive ? 'action.selected' : 'action.hover' },
        '& svg': { color: 'text.secondary' },
      }}
    >
      <NamedIcon name={item.icon} />
      <Typography noWrap sx={{ flex: 1 }}>
        {item.title}
      </Typography>
      <Typography variant="caption" noWrap sx={{ color: 'text.secondary', maxWidth: '40%' }}>
        {item.hint}
      </Typography>
    </Box>
  );
}

interface PaletteResultsProps {
  readonly sections: readonly PaletteSection[];
  readonly listId: string;
  readonly activeItem: PaletteItem | undefined;
  readonly onRun: (item: PaletteItem) => void;
}
function PaletteResults({ sections, listId, activeItem, onRun }: PaletteResultsProps) {
  return sections.map(({ title, items }) => (
    <Box key={title} role="group" aria-label={title} sx={{ pb: 2 }}>
      <Typography variant="caption" component="div" aria-hidden sx={{ color: 'text.secondary', px: 3, py: 1.5 }}>
        {title}
      </Typography>
      {items.map((item) => (
        <PaletteOption
          key={item.key}
          id={`${listId}-${item.key}`}
          item={item}
          isActive={item === activeItem}
          onRun={() => onRun(item)}
        />
      ))}
    </Box>
  ));
}

/** Sections that match the query. */
function usePaletteSections(query: string, openers: ActionOpeners) {
  const { t } = useTranslation();
  const debouncedQuery = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const isSearching = query.trim() !== '';
  const pages = usePageItems();
  const recent = useRecentItems(isSearching).slice(0, isSearching ? undefined : SHOWN_RECENT);
  const favorites = useFavoriteItems(pages);
  const actions = useActionItems(openers);
  const isNew = recent.length + favorites.length === 0;
  const own = searchSections(
    [
      { title: t('palette.recent'), items: recent },
      { title: t('console.nav.favorites'), items: isSearching ? [] : favorites },
      { title: t('palette.pages'), items: isSearching ? pages : pages.slice(0, isNew ? SHOWN_PAGES : 0) },
      { title: t('presence.at_work'), items: useColleagueItems() },
      { title: t('palette.actions'), items: isSearching ? actions : actions.slice(0, SHOWN_ACTIONS) },
    ],
    query,
  );
  const isFound = own.some(({ items }) => items.length > 0);
  const records = useRecordSections(debouncedQuery, isFound);
  const sections = [...own.slice(0, -1), ...records.sections, ...own.slice(-1)].filter(({ items }) => items.length > 0);
  return { sections, isBusy: records.isBusy || (query.trim() !== debouncedQuery && query.trim().length > 1) };
}

interface SearchFieldProps {
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly listId: string;
  readonly activeItem: PaletteItem | undefined;
}
function SearchField({ query, onQueryChange, onKeyDown, listId, activeItem }: SearchFieldProps) {
  const { t } = useTranslation();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 5,
        height: 56,
        flex: 'none',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <SearchIcon />
      <InputBase
        autoFocus
        fullWidth
        value={query}
        placeholder={t('palette.placeholder')}
        onChange={({ target }) => onQueryChange(target.value.slice(0, 100))}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': t('palette.label'),
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': activeItem ? `${listId}-${activeItem.key}` : undefined,
          },
        }}
      />
    </Box>
  );
}

/** The list scrolls to the active item, which the arrow keys of the input move. */
const SCROLL_STYLE = { minHeight: 0, overflow: 'auto', px: 2, pt: 2 };

interface PaletteFooterProps {
  readonly query: string;
  readonly isBusy: boolean;
  readonly isEmpty: boolean;
}
function PaletteFooter({ query, isBusy, isEmpty }: PaletteFooterProps) {
  const { t } = useTranslation();
  const emptyText = isEmpty ? t('palette.none', { q: query }) : '';
  return (
    <>
      <Typography component="output" sx={{ display: 'block', flex: 1, px: 5, py: 2, color: 'text.secondary' }}>
        {isBusy ? t('palette.searching') : emptyText}
      </Typography>
      <Typography
        variant="caption"
        sx={{ px: 5, py: 2, color: 'text.secondary', borderTop: 1, borderColor: 'divider' }}
      >
        {t('palette.hint')}
      </Typography>
    </>
  );
}

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShowOverlay: (overlay: Overlay) => void;
}
/** The palette; the totals of the own shift replace it when they are chosen. */
export function Palette(props: PaletteProps) {
  const [showsShift, setShowsShift] = useState(false);
  if (!showsShift) return <PaletteDialog {...props} onShowShift={() => setShowsShift(true)} />;
  return (
    <Suspense fallback={null}>
      <ShiftDialog onClose={props.onClose} />
    </Suspense>
  );
}

function PaletteDialog({ onClose, onShowOverlay, onShowShift }: PaletteProps & ActionOpeners) {
  const { t } = useTranslation();
  useLazyTranslations();
  useLoadAllLabels();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { sections, isBusy } = usePaletteSections(query, { onShowOverlay, onShowShift });
  const items = sections.flatMap((section) => section.items);
  const activeItem = items[Math.min(activeIndex, items.length - 1)];
  const run = (item: PaletteItem) => {
    if (item.key !== 'shift') onClose();
    item.run();
  };
  const onQueryInput = (next: string) => {
    setQuery(next);
    setActiveIndex(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, items.length - 1));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, 0));
    else if (event.key === 'Enter' && activeItem) run(activeItem);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('palette.label'),
          sx: { mt: { xs: 4, sm: '12vh' }, height: 'min(520px, 76vh)' },
        },
      }}
    >
      <SearchField
        query={query}
        onQueryChange={onQueryInput}
        onKeyDown={onKeyDown}
        listId={listId}
        activeItem={activeItem}
      />
      <Box id={listId} role="listbox" aria-label={t('palette.label')} sx={SCROLL_STYLE}>
        <PaletteResults sections={sections} listId={listId} activeItem={activeItem} onRun={run} />
      </Box>
      <PaletteFooter query={query} isBusy={isBusy} isEmpty={items.length === 0} />
    </Dialog>
  );
}
