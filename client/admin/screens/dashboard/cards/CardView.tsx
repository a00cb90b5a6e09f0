/** Selects the component of a card by its kind. */
import type { DashboardCard } from '../../../../../common/live/dashboardCards';
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
    case 'figure':
    case 'today':
      return <MetricCard card={card} isReadOnly={isReadOnly} />;
    case 'bars':
    case 'line':
    case 'growth':
      return <TimeSeriesCard card={card} isReadOnly={isReadOnly} scale={scale} />;
    case 'split':
      return <BreakdownCard card={card} />;
    case 'latest':
      return <LatestCard card={card} />;
    case 'working':
    case 'online':
      return <PeopleCard card={card} workSince={workSince} />;
    case 'tasks':
      return <TasksCard card={card} />;
  }
}
