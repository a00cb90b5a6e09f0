/** Entries of the main menu: links with icons, and collapsible groups. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useAppSelector } from '../../../shared/app/createStore';
import { cssColor } from '../../../shared/store/layout';
import { selectLayout } from '../../../shared/store/settings';
import { ICON_NAMES, NamedIcon, type IconName } from '../../../ui/NamedIcon';
import { isOpenAt, findMenuTrail, menuLeaves, type MenuEntry } from './menuEntries';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { useCanFollow } from './useCanFollow';

const FavoriteButton = lazyWithRetry(async () => (await import('./FavoriteButton')).FavoriteButton, 'none');

const fallbackIcon = (name: string): IconName => ICON_NAMES.find((iconName) => iconName === name) ?? 'label';

interface MenuLinkProps {
  /** Id of the menu rule, for a link that can be a favorite. */
  readonly id?: number;
  readonly title: string;
  readonly icon: string;
  readonly isActive: boolean;
  /** Shows only the icon; the title is in the tooltip and in the accessible name. */
  readonly isCollapsed: boolean;
  readonly to?: string;
  readonly href?: string;
  readonly problem?: MenuEntry['problem'];
  readonly onNavigate?: (() => void) | undefined;
}

/** The time in which a group opens: the place of its entries is known after it. */
const OPENING_MS = 160;
/** Scrolls the menu to an entry when it becomes active, also by a link elsewhere. */
function useScrollIntoView(isActive: boolean): (element: HTMLElement | null) => void {
  const ref = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => ref.current?.scrollIntoView({ block: 'nearest' }), OPENING_MS + 20);
    return () => clearTimeout(timer);
  }, [isActive]);
  return (element) => {
    ref.current = element;
  };
}

export function MenuLink({ id, title, icon, isActive, isCollapsed, to, href, problem, onNavigate }: MenuLinkProps) {
  const canFollow = useCanFollow();
  const linkRef = useScrollIntoView(isActive);
  const { menuDefaultIcon } = useAppSelector(selectLayout);
  const linkProps = href
    ? { component: 'a', href, target: '_blank', rel: 'noreferrer' }
    : { component: Link, to: to ?? '' };
  const link = (
    <Tooltip title={isCollapsed ? title : ''} placement="right">
      <ButtonBase
        {...linkProps}
        ref={linkRef}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isCollapsed ? title : undefined}
        onClick={(event: MouseEvent) => {
          if (!href && !canFollow(to ?? '', problem)) event.preventDefault();
          onNavigate?.();
        }}
        sx={{
          width: '100%',
          height: 36,
          pl: isCollapsed ? 0 : 2.5,
          pr: isCollapsed ? 0 : id === undefined ? 2.5 : 8,
          gap: 2.5,
          justifyContent: isCollapsed ? 'center' : 'flex-start',
          borderRadius: '6px',
          color: cssColor(isActive ? 'menuActiveColor' : 'menuColor'),
          bgcolor: isActive ? cssColor('menuActiveBackground') : 'transparent',
          fontWeight: isActive ? 600 : 400,
          '&:hover': { bgcolor: isActive ? cssColor('menuActiveBackground') : 'action.hover' },
          '&:focus-visible': { outlineOffset: -2 },
          '& svg': { opacity: isActive ? 1 : 0.7 },
        }}
      >
        <NamedIcon name={icon} fallback={fallbackIcon(menuDefaultIcon)} />
        {!isCollapsed && (
          <Typography noWrap component="span" sx={{ fontWeight: 'inherit' }}>
            {title}
          </Typography>
        )}
      </ButtonBase>
    </Tooltip>
  );
  if (id === undefined || isCollapsed) return link;
  return (
    <Box sx={favoriteRowStyle}>
      {link}
      <Box data-favorite sx={{ position: 'absolute', right: 4, top: 4 }}>
        <Suspense fallback={null}>
          <FavoriteButton id={id} title={title} />
        </Suspense>
      </Box>
    </Box>
  );
}
/** The star appears under the pointer and with the focus; on a touch screen it stays beside the open entry. */
const favoriteRowStyle = {
  position: 'relative',
  '& > [data-favorite]': { opacity: 0 },
  '&:hover > [data-favorite], &:focus-within > [data-favorite]': { opacity: 1 },
  '@media (hover: none)': { '& > [aria-current] + [data-favorite]': { opacity: 1 } },
} as const;

interface MenuSectionProps {
  readonly entry: MenuEntry;
  readonly isOpen: boolean;
  /** Contains the open screen. */
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}
function MenuSection({ entry: { title, icon }, isOpen, isActive, onToggle, children }: MenuSectionProps) {
  const arrowTransform = isOpen ? 'none' : 'rotate(-90deg)';
  return (
    <Box>
      <ButtonBase aria-expanded={isOpen} onClick={onToggle} sx={sectionButtonStyle(isActive)}>
        <NamedIcon name={icon} />
        <Typography noWrap component="span" sx={{ flex: 1, textAlign: 'left', fontWeight: 'inherit' }}>
          {title}
        </Typography>
        <ExpandMore sx={{ fontSize: 16, transition: 'transform 160ms ease-out', transform: arrowTransform }} />
      </ButtonBase>
      <Collapse in={isOpen} timeout={OPENING_MS} unmountOnExit>
        <Box sx={{ pl: 3, pb: 2 }}>{children}</Box>
      </Collapse>
    </Box>
  );
}
const sectionButtonStyle = (isActive: boolean) => ({
  width: '100%',
  height: 36,
  px: 2.5,
  gap: 2.5,
  borderRadius: '6px',
  color: cssColor('menuColor'),
  fontWeight: isActive ? 600 : 400,
  '& svg': { opacity: 0.7 },
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: -2 },
});

/** A menu with at most this many entries is short enough to show all groups open. */
const MAX_OPEN_ENTRIES = 16;
/** Open groups of the menu: the one with the open screen, and those that the reader opened. */
function useOpenGroups(entries: readonly MenuEntry[]) {
  const { pathname } = useLocation();
  const { menuUniqueOpened } = useAppSelector(selectLayout);
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [onlyGroup, setOnlyGroup] = useState<number | null>(null);
  const activeGroup = findMenuTrail(entries, pathname)[0]?.id;
  const [lastActive, setLastActive] = useState(activeGroup);
  if (lastActive !== activeGroup) {
    // A link elsewhere led into another group: it opens, even if the reader closed it before.
    setLastActive(activeGroup);
    setOnlyGroup(null);
    setChosen(new Map([...chosen].filter(([id]) => id !== activeGroup)));
  }
  const isShort = menuLeaves(entries).length <= MAX_OPEN_ENTRIES;
  const isOpen = (id: number) =>
    menuUniqueOpened ? id === (onlyGroup ?? activeGroup) : (chosen.get(id) ?? (isShort || id === activeGroup));
  const toggle = (id: number) => {
    setOnlyGroup(isOpen(id) ? -1 : id);
    setChosen(new Map(menuUniqueOpened ? [] : chosen).set(id, !isOpen(id)));
  };
  return { activeGroup, isOpen, toggle };
}

interface MenuEntryListProps {
  readonly entries: readonly MenuEntry[];
  readonly isCollapsed: boolean;
  readonly onNavigate: (() => void) | undefined;
}
export function MenuEntryList({ entries, isCollapsed, onNavigate }: MenuEntryListProps) {
  const { pathname } = useLocation();
  const { activeGroup, isOpen, toggle } = useOpenGroups(entries);
  return entries.map((entry) => {
    const { id, title, icon, to, href, problem, children } = entry;
    if (children.length === 0) {
      return (
        <MenuLink
          key={id}
          id={id}
          title={title}
          icon={icon}
          to={to}
          href={href}
          problem={problem}
          isCollapsed={isCollapsed}
          onNavigate={onNavigate}
          isActive={isOpenAt(entry, pathname)}
        />
      );
    }
    const childList = <MenuEntryList entries={children} isCollapsed={isCollapsed} onNavigate={onNavigate} />;
    if (!isCollapsed) {
      return (
        <MenuSection
          key={id}
          entry={entry}
          isOpen={isOpen(id)}
          isActive={id === activeGroup}
          onToggle={() => toggle(id)}
        >
          {childList}
        </MenuSection>
      );
    }
    return (
      <Box key={id} sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {childList}
      </Box>
    );
  });
}
