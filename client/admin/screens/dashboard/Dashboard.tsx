/** Dashboard: greeting, alerts and live cards, each a link to its list. */
import Tune from '@mui/icons-material/DashboardCustomizeOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { DashboardCard } from '../../../../common/live/dashboardCards';
import { chooseGreeting } from '../../../../common/text/time/greeting';
import { AsOfMenu } from '../../../engine/list/asOf/AsOfMenu';
import { parseMoment, withAsOf } from '../../../engine/list/asOf/asOfParam';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { ScreenRemark } from '../../../shared/controls/ScreenRemark';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { ThresholdAlerts } from './alerts/ThresholdAlerts';
import { moveCard, removeCard, resizeCard, stepCard } from './arrange/arrangeCards';
import type { Grab } from './arrange/useCardDrag';
import { useHoldToArrange } from './arrange/useHoldToArrange';
import { useArrangement, type Arrangement } from './arrange/useArrangement';
import { useBoard, type Board } from './arrange/useBoard';
import { computeCellStyles, fillRows, gridStyle } from './cardGrid';
import { CardView } from './cards/CardView';
import { useCardTitle } from './cards/useCardLabels';
import { GETTING_STARTED_HEIGHT } from './gettingStarted/gettingStartedHeight';
import { useServerNow } from './metrics/useMetric';
import { useVisibleCards } from './useVisibleCards';
import { KioskButton } from './kiosk/KioskButton';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const GettingStarted = lazyWithRetry(
  async () => (await import('./gettingStarted/GettingStarted')).GettingStarted,
  'none',
);
const KioskView = lazyWithRetry(async () => (await import('./kiosk/KioskView')).KioskView);
const ArrangeBar = lazyWithRetry(async () => (await import('./arrange/ArrangeBar')).ArrangeBar);
const PastDashboardProvider = lazyWithRetry(
  async () => (await import('./PastDashboardProvider')).PastDashboardProvider,
);
const ArrangeCell = lazyWithRetry(
  async () => (await import('./arrange/ArrangeCell')).ArrangeCell,
  ({ children }) => children,
);

function useGreeting(): string {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const now = useServerNow(60_000);
  const greeting = chooseGreeting(new Date(now * 1000).getHours());
  return t(`console.overview.greeting.${greeting}`, { name: admin.nickname || admin.username });
}

/** The cards that the person can read; those of the default dashboard fill their rows. */
function useShownCards(
  { cards, isDefault }: ReturnType<typeof useBoard>,
  arrangement: ReturnType<typeof useArrangement>,
) {
  const visibleCards = useVisibleCards(arrangement.cards ?? cards);
  const fillsRows = arrangement.cards === null && isDefault;
  return useMemo(() => (fillsRows ? fillRows(visibleCards) : visibleCards), [fillsRows, visibleCards]);
}

export function Dashboard() {
  useLazyTranslations();
  const { gettingStarted } = useBootstrap();
  const board = useBoard();
  const arrangement = useArrangement(board);
  const isPhone = useMediaQuery(PHONE_QUERY);
  const [query, setQuery] = useSearchParams();
  const cards = useShownCards(board, arrangement);
  const moment = arrangement.cards === null ? parseMoment(query) : null;
  if (query.get('wall') !== null)
    return (
      <Suspense fallback={null}>
        <KioskView cards={cards} workSince={board.workSince} onClose={() => setQuery({}, { replace: true })} />
      </Suspense>
    );
  const cardGrid = (
    <CardGrid cards={cards} board={board} arrangement={arrangement} canArrange={moment === null && !isPhone} />
  );
  return (
    <Box sx={pageStyle}>
      <DashboardHeader isPast={moment !== null}>
        {arrangement.cards === null ? (
          <DashboardTools
            isPast={moment !== null}
            onArrange={arrangement.start}
            onKiosk={() => setQuery({ wall: '1' })}
          />
        ) : (
          <Suspense fallback={null}>
            <ArrangeBar board={board} arrangement={arrangement} cards={arrangement.cards} />
          </Suspense>
        )}
      </DashboardHeader>
      <ScreenRemark screen="dashboard" paddingX={0} />
      {moment === null && gettingStarted && (
        <Suspense fallback={<Box sx={{ minHeight: GETTING_STARTED_HEIGHT, mt: 5 }} />}>
          <GettingStarted />
        </Suspense>
      )}
      {moment === null ? (
        <>
          <ThresholdAlerts />
          {cardGrid}
        </>
      ) : (
        <Suspense fallback={null}>
          <PastDashboardProvider
            cards={cards}
            moment={moment}
            onMoment={(next) => setQuery((before) => withAsOf(before, next))}
          >
            {cardGrid}
          </PastDashboardProvider>
        </Suspense>
      )}
    </Box>
  );
}

interface CardGridProps {
  readonly cards: readonly DashboardCard[];
  readonly board: Board;
  readonly arrangement: Arrangement;
  /** Holding a card starts the arrange mode. */
  readonly canArrange: boolean;
}
/** Hidden until the arrangement is known, so that no other one flashes; the cards request their metrics meanwhile. */
function CardGrid({ cards, board, arrangement, canArrange }: CardGridProps) {
  const cellStyleOf = computeCellStyles(cards);
  const [grab, setGrab] = useState<Grab | null>(null);
  const onHold = (held: Grab) => {
    setGrab(held);
    window.addEventListener('pointerup', () => setGrab(null), { once: true });
    arrangement.start();
  };
  const holdHandlers = useHoldToArrange(canArrange && arrangement.cards === null ? onHold : undefined);
  return (
    <Box data-board {...holdHandlers} sx={{ ...gridStyle, mt: 5, visibility: board.isSettled ? 'visible' : 'hidden' }}>
      {cards.map((card) => (
        <Box key={card.id} data-card={card.id} sx={cellStyleOf(card)}>
          {arrangement.cards === null ? (
            <CardView card={card} workSince={board.workSince} />
          ) : (
            <ArrangedCard card={card} board={board} arrangement={arrangement} grab={grab} />
          )}
        </Box>
      ))}
    </Box>
  );
}
const pageStyle = {
  p: { xs: 4, sm: 6 },
  width: '100%',
  maxWidth: 1560,
  mx: 'auto',
  containerType: 'inline-size',
  containerName: 'board',
} as const;

interface ArrangedCardProps {
  readonly card: DashboardCard;
  readonly board: Board;
  readonly arrangement: Arrangement;
  readonly grab: Grab | null;
}
function ArrangedCard({ card, board, arrangement: { change }, grab }: ArrangedCardProps) {
  const title = useCardTitle()(card);
  const actions = {
    move: (id: string, target: string) => change((cards) => moveCard(cards, id, target)),
    step: (id: string, by: -1 | 1) => change((cards) => stepCard(cards, id, by)),
    resize: (id: string, by: { readonly w?: number; readonly h?: number }) =>
      change((cards) => resizeCard(cards, id, by)),
    remove: (id: string) => change((cards) => removeCard(cards, id)),
  };
  return (
    <Suspense fallback={null}>
      <ArrangeCell id={card.id} title={title} actions={actions} grab={grab}>
        <CardView card={card} workSince={board.workSince} isReadOnly />
      </ArrangeCell>
    </Suspense>
  );
}

interface DashboardToolsProps {
  /** The cards show the past, which is neither arranged nor shown on a kiosk display. */
  readonly isPast: boolean;
  readonly onArrange: () => void;
  readonly onKiosk: () => void;
}
function DashboardTools({ isPast, onArrange, onKiosk }: DashboardToolsProps) {
  const { t } = useTranslation();
  if (isPast) return null;
  return (
    <Stack direction="row" sx={{ gap: 2 }}>
      <AsOfMenu hasText />
      <Stack direction="row" sx={{ gap: 2, display: { xs: 'none', sm: 'flex' } }}>
        <Button size="small" startIcon={<Tune />} onClick={onArrange}>
          {t('dashboard.arrange.start')}
        </Button>
        <KioskButton onStart={onKiosk} />
      </Stack>
    </Stack>
  );
}

interface DashboardHeaderProps {
  readonly isPast: boolean;
  readonly children: ReactNode;
}
function DashboardHeader({ isPast, children }: DashboardHeaderProps) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const format = useFormatters();
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-end', gap: 4, flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Typography variant="h1">{useGreeting()}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>
          {!isPast && (
            <Box component="span" sx={{ mr: 2 }}>
              {t('dashboard.lead')}
            </Box>
          )}
          {admin.previousLoginTime > 0 && (
            <Box component="span">
              {t('console.overview.last_login', { time: format.dateTime(admin.previousLoginTime) })}
            </Box>
          )}
        </Typography>
      </Box>
      {children}
    </Stack>
  );
}
