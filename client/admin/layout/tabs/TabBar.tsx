/** Page tabs below the header: links to the open screens, each with a context menu. */
import Circle from '@mui/icons-material/Circle';
import Close from '@mui/icons-material/Close';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cssColor } from '../../../shared/store/layout';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import type { PendingClose } from './CloseTabDialog';
import { TAB_BAR_HEIGHT } from './tabBarHeight';
import type { TabMenuAnchor } from './TabMenu';
import { OVERFLOW_BUTTON_WIDTH, TAB_GAP, useOverflowTabs } from './useOverflowTabs';
import { useWouldLoseText, useTabActions, useTabs, type OpenTab, type TabActions } from './useTabs';

const TabMenu = lazyWithoutSuspense(async () => (await import('./TabMenu')).TabMenu);
const OverflowTabs = lazyWithRetry(async () => (await import('./OverflowTabs')).OverflowTabs, 'none');
const CloseTabDialog = lazyWithRetry(async () => (await import('./CloseTabDialog')).CloseTabDialog, 'none');

/** Tab actions that ask first when text would be lost that no draft stores. */
function useConfirmedTabActions(tabs: readonly OpenTab[]): {
  tabActions: TabActions;
  pendingClose: PendingClose | null;
  cancelClose: () => void;
} {
  const actions = useTabActions(tabs);
  const wouldLoseText = useWouldLoseText();
  const [pendingClose, setPendingClose] = useState<PendingClose | null>(null);
  const confirmLoss = (affectedTabs: readonly OpenTab[], proceed: () => void) => {
    const titles = affectedTabs.filter(wouldLoseText).map(({ title }) => title);
    if (titles.length === 0) proceed();
    else setPendingClose({ title: titles.join(', '), proceed });
  };
  const tabActions: TabActions = {
    reload: (tab) => confirmLoss([tab], () => actions.reload(tab)),
    close: (tab) => confirmLoss([tab], () => actions.close(tab)),
    closeOthers: (tab) =>
      confirmLoss(
        tabs.filter(({ path }) => path !== tab.path),
        () => actions.closeOthers(tab),
      ),
    closeAll: () => confirmLoss(tabs, actions.closeAll),
    move: actions.move,
  };
  return { tabActions, pendingClose, cancelClose: () => setPendingClose(null) };
}

const tabStyle = (isActive: boolean, isOnlyTab: boolean) => ({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  maxWidth: 200,
  height: 28,
  pl: 3,
  pr: isOnlyTab ? 3 : 1,
  gap: 1,
  borderRadius: '6px',
  fontSize: '0.8125rem',
  color: cssColor(isActive ? 'headerBarTabActiveColor' : 'headerBarTabColor'),
  bgcolor: isActive ? cssColor('headerBarTabActiveBackground') : 'transparent',
  fontWeight: isActive ? 500 : 400,
  '&:hover': { bgcolor: cssColor(isActive ? 'headerBarTabActiveBackground' : 'headerBarHoverBackground') },
  '& a': {
    color: 'inherit',
    textDecoration: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface TabItemProps {
  readonly tab: OpenTab;
  /** The tab is in the menu of further tabs. */
  readonly isFolded: boolean;
  readonly isOnlyTab: boolean;
  readonly tabActions: TabActions;
  readonly onOpenMenu: (tabRef: TabMenuAnchor) => void;
}
function TabItem({ tab, isFolded, isOnlyTab, tabActions, onOpenMenu }: TabItemProps) {
  const { t } = useTranslation();
  const { title, isActive, hasUnsavedChanges, hasQueuedSave, path, search } = tab;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || !event.shiftKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    tabActions.move(tab, event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    <Box
      component="li"
      data-tab={path}
      hidden={isFolded}
      onContextMenu={(event) => {
        event.preventDefault();
        onOpenMenu({ tab, anchor: event.currentTarget });
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !isOnlyTab) tabActions.close(tab);
      }}
      sx={{ ...tabStyle(isActive, isOnlyTab), ...(isFolded ? { display: 'none' } : {}) }}
    >
      <Link to={path + search} aria-current={isActive ? 'page' : undefined} onKeyDown={onKeyDown} title={title}>
        {title}
      </Link>
      {hasUnsavedChanges && (
        <Circle
          titleAccess={t(hasQueuedSave ? 'offline.queued' : 'adminLayout.tabs.unsaved', { count: 1 })}
          sx={{ fontSize: hasQueuedSave ? 10 : 7, color: 'warning.main', flex: 'none' }}
        />
      )}
      {!isOnlyTab && (
        <IconButton
          size="small"
          color="inherit"
          aria-label={t('adminLayout.tabs.close_named', { title })}
          onClick={() => tabActions.close(tab)}
          sx={{ width: 24, height: 24, '& svg': { fontSize: 14 } }}
        >
          <Close />
        </IconButton>
      )}
    </Box>
  );
}

const TAB_LIST_STYLE = {
  display: 'flex',
  gap: `${TAB_GAP}px`,
  flex: 1,
  minWidth: 0,
  m: 0,
  p: 1,
  overflow: 'hidden',
  listStyle: 'none',
} as const;

const TAB_BAR_STYLE = {
  display: { xs: 'none', sm: 'flex' },
  alignItems: 'center',
  flex: 'none',
  height: TAB_BAR_HEIGHT,
  px: 2,
  bgcolor: cssColor('headerBarBackground'),
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** The context menu, whose code stays loaded after it was opened once. */
function useTabMenu() {
  const [openMenu, setOpenMenu] = useState<TabMenuAnchor | null>(null);
  const [wasMenuOpened, setWasMenuOpened] = useState(false);
  const showMenu = (target: TabMenuAnchor) => {
    setOpenMenu(target);
    setWasMenuOpened(true);
  };
  return { openMenu, wasMenuOpened, showMenu, closeMenu: () => setOpenMenu(null) };
}

export function TabBar() {
  const { t } = useTranslation();
  const tabs = useTabs();
  const { tabActions, pendingClose, cancelClose } = useConfirmedTabActions(tabs);
  const { openMenu, wasMenuOpened, showMenu, closeMenu } = useTabMenu();
  const activeTab = tabs.find((tab) => tab.isActive) ?? tabs[0];
  const listRef = useRef<HTMLUListElement>(null);
  const overflowPaths = useOverflowTabs(listRef, tabs);
  const overflowTabs = tabs.filter(({ path }) => overflowPaths.has(path));
  return (
    <Box component="nav" aria-label={t('adminLayout.tabs.label')} sx={TAB_BAR_STYLE}>
      <Box component="ul" ref={listRef} sx={TAB_LIST_STYLE}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            isFolded={overflowPaths.has(tab.path)}
            isOnlyTab={tabs.length < 2}
            tabActions={tabActions}
            onOpenMenu={showMenu}
          />
        ))}
      </Box>
      {overflowTabs.length > 0 && (
        <Suspense fallback={<Box sx={{ width: OVERFLOW_BUTTON_WIDTH, flex: 'none' }} />}>
          <OverflowTabs tabs={overflowTabs} tabActions={tabActions} />
        </Suspense>
      )}
      {activeTab && (
        <IconButton
          size="small"
          aria-label={t('adminLayout.tabs.menu')}
          aria-haspopup="menu"
          onClick={(event) => showMenu({ tab: activeTab, anchor: event.currentTarget })}
        >
          <MoreHoriz />
        </IconButton>
      )}
      {wasMenuOpened && <TabMenu target={openMenu} tabs={tabs} tabActions={tabActions} onClose={closeMenu} />}
      <Suspense fallback={null}>
        {pendingClose && <CloseTabDialog pendingClose={pendingClose} onDone={cancelClose} />}
      </Suspense>
    </Box>
  );
}
