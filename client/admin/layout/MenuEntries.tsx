/** The entries of the main menu: a link with its icon, and groups that fold. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useAppSelector } from '../../shared/createStore';
import { colourVar } from '../../shared/layout';
import { selectLayout } from '../../shared/settings';
import { ICON_NAMES, NamedIcon, type IconName } from '../../ui/icons';
import { isOpenAt, trailTo, type MenuEntry } from './menu';
import { useFollow } from './useFollow';

const otherwiseIcon = (name: string): IconName => ICON_NAMES.find((one) => one === name) ?? 'label';

interface EntryProps {
  readonly title: string;
  readonly icon: string;
  readonly active: boolean;
  /** Only the icon shows; the title is said on hover and to readers. */
  readonly folded: boolean;
  readonly to?: string;
  readonly href?: string;
  readonly trouble?: MenuEntry['trouble'];
  readonly onLeave?: (() => void) | undefined;
}
export function Entry({ title, icon, active, folded, to, href, trouble, onLeave }: EntryProps) {
  const follow = useFollow();
  const { menuDefaultIcon } = useAppSelector(selectLayout);
  const target = href
    ? { component: 'a', href, target: '_blank', rel: 'noreferrer' }
    : { component: Link, to: to ?? '' };
  return (
    <Tooltip title={folded ? title : ''} placement="right">
      <ButtonBase
        {...target}
        aria-current={active ? 'page' : undefined}
        aria-label={folded ? title : undefined}
        onClick={(event: MouseEvent) => {
          if (!href && !follow(to ?? '', trouble)) event.preventDefault();
          onLeave?.();
        }}
        sx={{
          width: '100%',
          height: 36,
          px: folded ? 0 : 2.5,
          gap: 2.5,
          justifyContent: folded ? 'center' : 'flex-start',
          borderRadius: '6px',
          color: colourVar(active ? 'menuActiveColor' : 'menuColor'),
          bgcolor: active ? colourVar('menuActiveBackground') : 'transparent',
          fontWeight: active ? 600 : 400,
          '&:hover': { bgcolor: active ? colourVar('menuActiveBackground') : 'action.hover' },
          '&:focus-visible': { outlineOffset: -2 },
          '& svg': { opacity: active ? 1 : 0.7 },
        }}
      >
        <NamedIcon name={icon} otherwise={otherwiseIcon(menuDefaultIcon)} />
        {!folded && (
          <Typography noWrap component="span" sx={{ fontWeight: 'inherit' }}>
            {title}
          </Typography>
        )}
      </ButtonBase>
    </Tooltip>
  );
}

interface SectionProps {
  readonly title: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}
function Section({ title, open, onToggle, children }: SectionProps) {
  const turned = open ? 'none' : 'rotate(-90deg)';
  return (
    <Box sx={{ mt: 3 }}>
      <ButtonBase
        aria-expanded={open}
        onClick={onToggle}
        sx={{
          width: '100%',
          height: 28,
          px: 2.5,
          justifyContent: 'space-between',
          borderRadius: '6px',
          color: colourVar('menuColor'),
          opacity: 0.72,
          '&:hover, &:focus-visible': { opacity: 1 },
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        <Typography variant="caption" noWrap sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <ExpandMore sx={{ fontSize: 16, transition: 'transform 160ms ease-out', transform: turned }} />
      </ButtonBase>
      <Collapse in={open} timeout={160}>
        {children}
      </Collapse>
    </Box>
  );
}

interface MenuEntriesProps {
  readonly entries: readonly MenuEntry[];
  readonly folded: boolean;
  readonly onLeave: (() => void) | undefined;
}
export function MenuEntries({ entries, folded, onLeave }: MenuEntriesProps) {
  const { pathname } = useLocation();
  const { menuUniqueOpened } = useAppSelector(selectLayout);
  const [shut, setShut] = useState<ReadonlySet<number>>(new Set());
  const [only, setOnly] = useState<number | null>(null);
  const way = trailTo(entries, pathname)[0]?.id ?? entries.find(({ children }) => children.length > 0)?.id;
  const isOpen = (id: number) => (menuUniqueOpened ? id === (only ?? way) : !shut.has(id));
  const toggle = (id: number) => {
    setOnly(isOpen(id) ? -1 : id);
    const next = new Set(shut);
    if (!next.delete(id)) next.add(id);
    setShut(next);
  };
  return entries.map((entry) => {
    const { id, title, icon, to, href, trouble, children } = entry;
    if (children.length === 0) {
      return (
        <Entry key={id} {...{ title, icon, to, href, trouble, folded, onLeave }} active={isOpenAt(entry, pathname)} />
      );
    }
    const inner = <MenuEntries entries={children} {...{ folded, onLeave }} />;
    if (!folded) {
      return (
        <Section key={id} title={title} open={isOpen(id)} onToggle={() => toggle(id)}>
          {inner}
        </Section>
      );
    }
    return (
      <Box key={id} sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {inner}
      </Box>
    );
  });
}
