/** The command palette (Ctrl/⌘ K): pages, records and actions in one list, by keyboard alone if one likes. */
import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../../engine/useDebounced';
import { NamedIcon } from '../../../ui/icons';
import type { Extra } from '../extra';
import { useActionItems, usePageItems, type Item, type Section } from './items';
import { useColleagueItems } from './useColleagueItems';
import { useRecordSections } from './useRecordSections';

const WAIT_MS = 200;
const found = (items: readonly Item[], q: string) => {
  const wanted = q.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ title, hint }) => {
    const text = `${title} ${hint}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
};

interface OptionProps {
  readonly item: Item;
  readonly id: string;
  readonly active: boolean;
  readonly onRun: () => void;
}
function Option({ item, id, active, onRun }: OptionProps) {
  return (
    <Box
      role="option"
      id={id}
      aria-selected={active}
      onClick={onRun}
      ref={(node: HTMLElement | null) => {
        if (active) node?.scrollIntoView({ block: 'nearest' });
      }}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        height: 40,
        px: 3,
        borderRadius: '6px',
        cursor: 'pointer',
        bgcolor: active ? 'action.selected' : 'transparent',
        '&:hover': { bgcolor: active ? 'action.selected' : 'action.hover' },
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

interface ResultsProps {
  readonly sections: readonly Section[];
  readonly list: string;
  readonly active: Item | undefined;
  readonly onRun: (item: Item) => void;
}
function Results({ sections, list, active, onRun }: ResultsProps) {
  return sections.map(({ title, items }) => (
    <Box key={title} role="group" aria-label={title} sx={{ pb: 2 }}>
      <Typography variant="caption" component="div" aria-hidden sx={{ color: 'text.secondary', px: 3, py: 1.5 }}>
        {title}
      </Typography>
      {items.map((item) => (
        <Option
          key={item.key}
          id={`${list}-${item.key}`}
          item={item}
          active={item === active}
          onRun={() => onRun(item)}
        />
      ))}
    </Box>
  ));
}

/** The sections that answer what is typed. */
function useSections(q: string, onShow: PaletteProps['onShow']) {
  const { t } = useTranslation();
  const asked = useDebounced(q.trim(), WAIT_MS);
  const pages = found(usePageItems(), q);
  const actions = found(useActionItems(onShow), q);
  const colleagues = found(useColleagueItems(), q);
  const records = useRecordSections(asked);
  const sections: readonly Section[] = [
    { title: t('frame.palette.pages'), items: q === '' ? pages.slice(0, 8) : pages },
    { title: t('presence.at_work'), items: colleagues },
    ...records.sections,
    { title: t('frame.palette.actions'), items: actions },
  ].filter(({ items }) => items.length > 0);
  return { sections, busy: records.busy || (q.trim() !== asked && q.trim().length > 1) };
}

interface QuestionProps {
  readonly q: string;
  readonly onType: (q: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly list: string;
  readonly active: Item | undefined;
}
function Question({ q, onType, onKeyDown, list, active }: QuestionProps) {
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
        value={q}
        placeholder={t('frame.palette.placeholder')}
        onChange={({ target }) => onType(target.value.slice(0, 100))}
        onKeyDown={onKeyDown}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': t('frame.palette.label'),
            'aria-expanded': true,
            'aria-controls': list,
            'aria-autocomplete': 'list',
            'aria-activedescendant': active ? `${list}-${active.key}` : undefined,
          },
        }}
      />
    </Box>
  );
}

/** The list itself scrolls: the arrow keys of the field move within it. */
const SCROLLING = { minHeight: 0, overflow: 'auto', px: 2, pt: 2 };

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShow: (extra: Extra) => void;
}
export function Palette({ onClose, onShow }: PaletteProps) {
  const { t } = useTranslation();
  const list = useId();
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const { sections, busy } = useSections(q, onShow);
  const items = sections.flatMap((section) => section.items);
  const active = items[Math.min(at, items.length - 1)];
  const run = (item: Item) => {
    onClose();
    item.run();
  };
  const type = (next: string) => {
    setQ(next);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, items.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && active) run(active);
    else return;
    event.preventDefault();
  };
  const words = busy ? t('frame.palette.searching') : items.length === 0 ? t('frame.palette.none', { q }) : '';
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': t('frame.palette.label'),
          sx: { mt: { xs: 4, sm: '12vh' }, height: 'min(520px, 76vh)' },
        },
      }}
    >
      <Question q={q} onType={type} onKeyDown={onKeyDown} list={list} active={active} />
      <Box id={list} role="listbox" aria-label={t('frame.palette.label')} sx={SCROLLING}>
        <Results sections={sections} list={list} active={active} onRun={run} />
      </Box>
      <Typography component="output" sx={{ display: 'block', flex: 1, px: 5, py: 2, color: 'text.secondary' }}>
        {words}
      </Typography>
      <Typography
        variant="caption"
        sx={{ px: 5, py: 2, color: 'text.secondary', borderTop: 1, borderColor: 'divider' }}
      >
        {t('frame.palette.hint')}
      </Typography>
    </Dialog>
  );
}
