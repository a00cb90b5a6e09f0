/** A card by its kind. */
import type { Card } from '../../../../../common/live/dashboardCards';
import { AlongCard } from './AlongCard';
import { FigureCard } from './FigureCard';
import { LatestCard } from './LatestCard';
import { OnlineCard, WorkingCard } from './PeopleCards';
import { SplitCard } from './SplitCard';
import { TasksCard } from './TasksCard';

interface CardViewProps {
  readonly card: Card;
  /** Since when the reader is at work today. */
  readonly since: number | undefined;
  /** On a wall nothing can be chosen. */
  readonly fixed?: boolean;
  readonly scale?: number;
}
export function CardView({ card, since, fixed = false, scale = 1 }: CardViewProps) {
  switch (card.kind) {
    case 'figure':
    case 'today':
      return <FigureCard card={card} fixed={fixed} />;
    case 'bars':
    case 'line':
    case 'growth':
      return <AlongCard {...{ card, fixed, scale }} />;
    case 'split':
      return <SplitCard card={card} />;
    case 'latest':
      return <LatestCard card={card} />;
    case 'working':
      return <WorkingCard card={card} since={since} />;
    case 'online':
      return <OnlineCard card={card} />;
    case 'tasks':
      return <TasksCard card={card} />;
  }
}
