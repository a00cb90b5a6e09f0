/** Gathers which figures the cards of this page want, asks for them together, and again after every break. */
import type { DashboardFrame, DashboardRequest, Metric } from '../../../../../common/protocol/liveEvents';
import type { App } from '../../../../shared/app/appContext';
import type { LiveConnection } from '../../../../shared/live/types';

export interface FigureDesk {
  /** Our own short name of a figure. */
  readonly idOf: (figure: Metric) => string;
  /** Follows a figure until the answer is called. */
  readonly want: (figure: Metric) => () => void;
  /** Where frames go; answers how to stop. */
  readonly listen: (take: Take) => () => void;
}
type Take = (frame: DashboardFrame, zone?: string) => void;
type Wire = NonNullable<ReturnType<LiveConnection['getSocket']>>;

interface Wanted {
  readonly figure: Metric;
  readonly id: string;
  count: number;
}
interface State {
  readonly live: LiveConnection;
  readonly wanted: Map<string, Wanted>;
  readonly takers: Set<Take>;
  wire: Wire | undefined;
  asking: ReturnType<typeof setTimeout> | undefined;
  turn: number;
}

/** Several cards come and go in one turn of the page. */
const GATHER_MS = 30;
const AGAIN_MS = 2_000;

function tell({ takers }: State, frame: DashboardFrame, zone?: string): void {
  for (const take of takers) take(frame, zone);
}

function ask(state: State): void {
  state.asking = undefined;
  const wire = state.live.getSocket();
  if (wire === undefined) return;
  if (wire !== state.wire) wire.on('dash', (frame) => tell(state, frame));
  state.wire = wire;
  const figures = [...state.wanted.values()].filter(({ count }) => count > 0);
  const request: DashboardRequest = {
    w: Object.fromEntries(figures.map(({ id, figure }) => [id, figure])),
    online: state.takers.size > 0,
  };
  state.turn += 1;
  const { turn } = state;
  wire.emit('dash', request, (answer) => {
    if (turn !== state.turn) return;
    if (answer.ok) tell(state, answer.frame, answer.zone);
    else if (answer.code === 429) askSoon(state, AGAIN_MS);
  });
}
function askSoon(state: State, after = GATHER_MS): void {
  state.asking ??= setTimeout(() => ask(state), after);
}

function wantedOf(state: State, figure: Metric): Wanted {
  const key = JSON.stringify(figure);
  const known = state.wanted.get(key) ?? { figure, id: `f${state.wanted.size + 1}`, count: 0 };
  state.wanted.set(key, known);
  return known;
}

function createDesk(live: LiveConnection): FigureDesk {
  const state: State = { live, wanted: new Map(), takers: new Set(), wire: undefined, asking: undefined, turn: 0 };
  const nothing = () => undefined;
  return {
    idOf: (figure) => wantedOf(state, figure).id,
    want: (figure) => {
      const wanted = wantedOf(state, figure);
      wanted.count += 1;
      if (wanted.count === 1) askSoon(state);
      return () => {
        wanted.count -= 1;
        if (wanted.count === 0) askSoon(state);
      };
    },
    listen: (take) => {
      state.takers.add(take);
      askSoon(state);
      const stop = live.addPresenceListener({
        onConnected: () => askSoon(state),
        onDisconnected: nothing,
        onPresence: nothing,
        onHandoverRequest: nothing,
      });
      return () => {
        state.takers.delete(take);
        stop();
        askSoon(state);
      };
    },
  };
}

const desks = new WeakMap<LiveConnection, FigureDesk>();
/** The one desk of a running client; its live link is the same however the client is handed on. */
export function deskOf({ live }: Pick<App, 'live'>): FigureDesk {
  const desk = desks.get(live) ?? createDesk(live);
  desks.set(live, desk);
  return desk;
}
