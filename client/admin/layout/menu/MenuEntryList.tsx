/** Entries of the main menu: links with icons, and collapsible groups. */
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useAppSelector } from '../../../shared/app/createStore';
import { cssColour } from '../../../shared/store/layout';
import { selectLayout } from '../../../shared/store/settings';
import { ICON_NAMES, NamedIcon, type IconName } from '../../../ui/NamedIcon';
import { isOpenAt, findMenuTrail, type MenuEntry } from './menuEntries';
import { useCanFollow } from './useCanFollow';

const fallbackIcon = (name: string): IconName => ICON_NAMES.find((iconName) => iconName === name) ?? 'label';

interface MenuLinkProps {
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
export function MenuLink({ title, icon, isActive, isCollapsed, to, href, problem, onNavigate }: MenuLinkProps) {
  const canFollow = useCanFollow();
  const { menuDefaultIcon } = useAppSelector(selectLayout);
  const linkProps = href
    ? { component: 'a', href, target: '_blank', rel: 'noreferrer' }
    : { component: Link, to: to ?? '' };
  return (
    <Tooltip title={isCollapsed ? title : ''} placement="right">
      <ButtonBase
        {...linkProps}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isCollapsed ? title : undefined}
        onClick={(event: MouseEvent) => {
          if (!href && !canFollow(to ?? '', problem)) event.preventDefault();
          onNavigate?.();
        }}
        sx={{
          width: '100%',
          height: 36,
          px: isCollapsed ? 0 : 2.5,
          gap: 2.5,
          justifyContent: isCollapsed ? 'center' : 'flex-start',
          borderRadius: '6px',
          color: cssColour(isActive ? 'menuActiveColor' : 'menuColor'),
          bgcolor: isActive ? cssColour('menuActiveBackground') : 'transparent',
          fontWeight: isActive ? 600 : 400,
          '&:hover': { bgcolor: isActive ? cssColour('menuActiveBackground') : 'action.hover' },
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
}

interface MenuSectionProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}
function MenuSection({ title, isOpen, onToggle, children }: MenuSectionProps) {
  const arrowTransform = isOpen ? 'none' : 'rotate(-90deg)';
  return (
    <Box sx={{ mt: 3 }}>
      <ButtonBase
        aria-expanded={isOpen}
        onClick={onToggle}
        sx={{
          width: '100%',
          height: 28,
          px: 2.5,
          justifyContent: 'space-between',
          borderRadius: '6px',
          color: cssColour('menuColor'),
          opacity: 0.72,
          '&:hover, &:focus-visible': { opacity: 1 },
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        <Typography variant="caption" noWrap sx={{ fontWeight: 500 }}>
          {title}
        </Typography>
        <ExpandMore sx={{ fontSize: 16, transition: 'transform 160ms ease-out', transform: arrowTransform }} />
      </ButtonBase>
      <Collapse in={isOpen} timeout={160}>
        {children}
      </Collapse>
    </Box>
  );
}

interface MenuEntryListProps {
  readonly entries: readonly MenuEntry[];
  readonly isCollapsed: boolean;
  readonly onNavigate: (() => void) | undefined;
}
export function MenuEntryList({ entries, isCollapsed, onNavigate }: MenuEntryListProps) {
  const { pathname } = useLocation();
  const { menuUniqueOpened } = useAppSelector(selectLayout);
  const [closedGroups, setClosedGroups] = useState<ReadonlySet<number>>(new Set());
  const [openGroup, setOpenGroup] = useState<number | null>(null);
  const activeGroup =
    findMenuTrail(entries, pathname)[0]?.id ?? entries.find(({ children }) => children.length > 0)?.id;
  const isOpen = (id: number) => (menuUniqueOpened ? id === (openGroup ?? activeGroup) : !closedGroups.has(id));
  const toggle = (id: number) => {
    setOpenGroup(isOpen(id) ? -1 : id);
    const next = new Set(closedGroups);
    if (!next.delete(id)) next.add(id);
    setClosedGroups(next);
  };
  return entries.map((entry) => {
    const { id, title, icon, to, href, problem, children } = entry;
    if (children.length === 0) {
      return (
        <MenuLink
          key={id}
          {...{ title, icon, to, href, problem, isCollapsed, onNavigate }}
          isActive={isOpenAt(entry, pathname)}
        />
      );
    }
    const childList = <MenuEntryList entries={children} {...{ isCollapsed, onNavigate }} />;
    if (!isCollapsed) {
      return (
        <MenuSection key={id} title={title} isOpen={isOpen(id)} onToggle={() => toggle(id)}>
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
