/** The console's front: a greeting by the hour and everything that matters today, live, each figure a way to its list. */
import Tune from '@mui/icons-material/DashboardCustomizeOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Card } from '../../../../common/live/dashboardCards';
import { greetingOf } from '../../../../common/text/time/greeting';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { ScreenRemark } from '../../../shared/controls/ScreenRemark';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { Alerts } from './alerts/Alerts';
import { moved, removed, resized, stepped } from './arrange/moves';
import { useArranging, type Arranging } from './arrange/useArranging';
import { useBoard, type Board } from './arrange/useBoard';
import { cellsOf, filled, grid } from './board';
import { CardView } from './cards/CardView';
import { useCardTitle } from './cards/useCardWords';
import { useServerNow } from './figures/useFigure';
import { useShownCards } from './useShownCards';
import { Wall } from './Wall';
import { WallButton } from './WallButton';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const ArrangeBar = lazyWithRetry(async () => (await import('./arrange/ArrangeBar')).ArrangeBar);
const ArrangeCell = lazyWithRetry(
  async () => (await import('./arrange/ArrangeCell')).ArrangeCell,
  ({ children }) => children,
);

function useGreeting(): string {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const now = useServerNow(60_000);
  const greeting = greetingOf(new Date(now * 1000).getHours());
  return t(`console.overview.greeting.${greeting}`, { name: admin.nickname || admin.username });
}

export function Dashboard() {
  useLazyTranslations();
  const board = useBoard();
  const arranging = useArranging(board);
  const [query, setQuery] = useSearchParams();
  const shown = useShownCards(arranging.cards ?? board.cards);
  const cards = arranging.cards === null && board.isUsual ? filled(shown) : shown;
  const cellOf = cellsOf(cards);
  if (query.get('wall') !== null)
    return <Wall cards={cards} since={board.since} onClose={() => setQuery({}, { replace: true })} />;
  return (
    <Box sx={page}>
      <Head>
        {arranging.cards === null ? (
          <Tools onArrange={arranging.start} onWall={() => setQuery({ wall: '1' })} />
        ) : (
          <Suspense fallback={null}>
            <ArrangeBar {...{ board, arranging }} cards={arranging.cards} />
          </Suspense>
        )}
      </Head>
      <ScreenRemark screen="dashboard" paddingX={0} />
      <Alerts />
      {/* Its cards ask for their figures meanwhile; an arrangement that is not one's own is not shown first. */}
      <Box data-board sx={{ ...grid, mt: 5, visibility: board.settled ? 'visible' : 'hidden' }}>
        {cards.map((card) => (
          <Box key={card.id} data-card={card.id} sx={cellOf(card)}>
            {arranging.cards === null ? (
              <CardView card={card} since={board.since} />
            ) : (
              <Arranged {...{ card, board, arranging }} />
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
const page = {
  ...{ p: { xs: 4, sm: 6 }, width: '100%', maxWidth: 1560, mx: 'auto' },
  containerType: 'inline-size',
  containerName: 'board',
} as const;

interface ArrangedProps {
  readonly card: Card;
  readonly board: Board;
  readonly arranging: Arranging;
}
function Arranged({ card, board, arranging: { change } }: ArrangedProps) {
  const title = useCardTitle()(card);
  const actions = {
    move: (id: string, target: string) => change((cards) => moved(cards, id, target)),
    step: (id: string, by: -1 | 1) => change((cards) => stepped(cards, id, by)),
    resize: (id: string, by: { readonly w?: number; readonly h?: number }) => change((cards) => resized(cards, id, by)),
    remove: (id: string) => change((cards) => removed(cards, id)),
  };
  return (
    <Suspense fallback={null}>
      <ArrangeCell id={card.id} {...{ title, actions }}>
        <CardView card={card} since={board.since} fixed />
      </ArrangeCell>
    </Suspense>
  );
}

interface ToolsProps {
  readonly onArrange: () => void;
  readonly onWall: () => void;
}
function Tools({ onArrange, onWall }: ToolsProps) {
  const { t } = useTranslation();
  return (
    <Stack direction="row" sx={{ gap: 2, display: { xs: 'none', sm: 'flex' } }}>
      <Button size="small" startIcon={<Tune />} onClick={onArrange}>
        {t('dashboard.arrange.start')}
      </Button>
      <WallButton onWall={onWall} />
    </Stack>
  );
}

function Head({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const format = useFormatters();
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 4, flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Typography variant="h1">{useGreeting()}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>
          {t('dashboard.lead')}
          {admin.lastlogintime > 0 && (
            <Box component="span" sx={{ ml: 2 }}>
              {t('console.overview.last_login', { time: format.dateTime(admin.lastlogintime) })}
            </Box>
          )}
        </Typography>
      </Box>
      {children}
    </Stack>
  );
}
