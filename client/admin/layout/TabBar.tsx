/** The page tabs under the header: links to the screens that stand open, each with its own menu. */
import Circle from '@mui/icons-material/Circle';
import Close from '@mui/icons-material/Close';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { colourVar } from '../../shared/layout';
import { lazyPart } from '../../ui/lazyPart';
import type { Losing } from './AskToLose';
import { TabMenu, type MenuPlace } from './TabMenu';
import { useLosesText, useTabActs, useTabs, type ShownTab, type TabActs } from './useTabs';

const AskToLose = lazyPart(async () => (await import('./AskToLose')).AskToLose, 'none');

export const TAB_BAR_HEIGHT = 36;

/** The same acts, asking first where text would be lost that no draft keeps. */
function useAskingActs(tabs: readonly ShownTab[]): { acts: TabActs; losing: Losing | null; settle: () => void } {
  const plain = useTabActs(tabs);
  const losesText = useLosesText();
  const [losing, setLosing] = useState<Losing | null>(null);
  const asking = (lost: readonly ShownTab[], run: () => void) => {
    const titles = lost.filter(losesText).map(({ title }) => title);
    if (titles.length === 0) run();
    else setLosing({ title: titles.join(', '), run });
  };
  const acts: TabActs = {
    reload: (tab) => asking([tab], () => plain.reload(tab)),
    close: (tab) => asking([tab], () => plain.close(tab)),
    closeOthers: (tab) =>
      asking(
        tabs.filter(({ path }) => path !== tab.path),
        () => plain.closeOthers(tab),
      ),
    closeAll: () => asking(tabs, plain.closeAll),
    move: plain.move,
  };
  return { acts, losing, settle: () => setLosing(null) };
}

const lookOf = (active: boolean, alone: boolean) => ({
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  maxWidth: 200,
  height: 28,
  pl: 3,
  pr: alone ? 3 : 1,
  gap: 1,
  borderRadius: '6px',
  fontSize: '0.8125rem',
  color: colourVar(active ? 'headerBarTabActiveColor' : 'headerBarTabColor'),
  bgcolor: active ? colourVar('headerBarTabActiveBackground') : 'transparent',
  fontWeight: active ? 500 : 400,
  '&:hover': { bgcolor: colourVar(active ? 'headerBarTabActiveBackground' : 'headerBarHoverBackground') },
  '& a': {
    color: 'inherit',
    textDecoration: 'none',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface OneTabProps {
  readonly tab: ShownTab;
  readonly alone: boolean;
  readonly acts: TabActs;
  readonly onMenu: (place: MenuPlace) => void;
}
function OneTab({ tab, alone, acts, onMenu }: OneTabProps) {
  const { t } = useTranslation();
  const { title, active, unsaved, queued, path, search } = tab;
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey || !event.shiftKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    acts.move(tab, event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    <Box
      component="li"
      ref={place}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ tab, anchor: event.currentTarget });
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !alone) acts.close(tab);
      }}
      sx={lookOf(active, alone)}
    >
      <Link to={path + search} aria-current={active ? 'page' : undefined} onKeyDown={onKeyDown} title={title}>
        {title}
      </Link>
      {unsaved && (
        <Circle
          titleAccess={t(queued ? 'together.queued' : 'frame.tabs.unsaved', { count: 1 })}
          sx={{ fontSize: queued ? 10 : 7, color: 'warning.main', flex: 'none' }}
        />
      )}
      {!alone && (
        <IconButton
          size="small"
          color="inherit"
          aria-label={t('frame.tabs.close_named', { title })}
          onClick={() => acts.close(tab)}
          sx={{ width: 24, height: 24, '& svg': { fontSize: 14 } }}
        >
          <Close />
        </IconButton>
      )}
    </Box>
  );
}

export function TabBar() {
  const { t } = useTranslation();
  const tabs = useTabs();
  const { acts, losing, settle } = useAskingActs(tabs);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const active = tabs.find((tab) => tab.active) ?? tabs[0];
  return (
    <Box
      component="nav"
      aria-label={t('frame.tabs.label')}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        alignItems: 'center',
        flex: 'none',
        height: TAB_BAR_HEIGHT,
        px: 2,
        bgcolor: colourVar('headerBarBackground'),
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        component="ul"
        sx={{
          display: 'flex',
          gap: 1,
          flex: 1,
          minWidth: 0,
          m: 0,
          p: 1,
          overflowX: 'auto',
          scrollbarWidth: 'none',
          listStyle: 'none',
        }}
      >
        {tabs.map((tab) => (
          <OneTab key={tab.path} tab={tab} alone={tabs.length < 2} acts={acts} onMenu={setMenu} />
        ))}
      </Box>
      {active && (
        <IconButton
          size="small"
          aria-label={t('frame.tabs.menu')}
          aria-haspopup="menu"
          onClick={(event) => setMenu({ tab: active, anchor: event.currentTarget })}
        >
          <MoreHoriz />
        </IconButton>
      )}
      <TabMenu place={menu} tabs={tabs} acts={acts} onClose={() => setMenu(null)} />
      <Suspense fallback={null}>{losing && <AskToLose losing={losing} onDone={settle} />}</Suspense>
    </Box>
  );
}
