/** Selects the component of a card by its kind. */
import { CARD_KIND, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { TimeSeriesCard } from './TimeSeriesCard';
import { MetricCard } from './MetricCard';
import { LatestCard } from './LatestCard';
import { PeopleCard } from './PeopleCards';
import { BreakdownCard } from './BreakdownCard';
import { TasksCard } from './TasksCard';

interface CardViewProps {
  readonly card: DashboardCard;
  /** Start of the reader's working time today, unix seconds. */
  readonly workSince: number | undefined;
  /** Without controls, on kiosk displays and in arrange mode. */
  readonly isReadOnly?: boolean;
  readonly scale?: number;
}
export function CardView({ card, workSince, isReadOnly = false, scale = 1 }: CardViewProps) {
  switch (card.kind) {
    case CARD_KIND.metric:
    case CARD_KIND.today:
      return <MetricCard card={card} isReadOnly={isReadOnly} />;
    case CARD_KIND.barChart:
    case CARD_KIND.lineChart:
    case CARD_KIND.cumulative:
      return <TimeSeriesCard card={card} isReadOnly={isReadOnly} scale={scale} />;
    case CARD_KIND.breakdown:
      return <BreakdownCard card={card} />;
    case CARD_KIND.latestRows:
      return <LatestCard card={card} />;
    case CARD_KIND.workingTime:
    case CARD_KIND.onlineUsers:
      return <PeopleCard card={card} workSince={workSince} />;
    case CARD_KIND.terminalTasks:
      return <TasksCard card={card} />;
  }
}
