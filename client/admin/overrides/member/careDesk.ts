/** Follows the members whose records this page shows: asks for them together, and again after every break. */
import type { ReceiptsFrame } from '../../../../common/protocol/receipts';
import { LIMITS } from '../../../../common/limits';
import type { App } from '../../../shared/app/appContext';
import type { LiveConnection } from '../../../shared/live/types';

export interface CareDesk {
  /** Follows a member until the answer is called; `hear` says that something became known. */
  readonly follow: (id: number, hear: () => void) => () => void;
  /** The member as it is now; undefined while that is not known. */
  readonly now: (id: number) => ReceiptsFrame | undefined;
}
type Wire = NonNullable<ReturnType<LiveConnection['getSocket']>>;
interface State {
  readonly live: LiveConnection;
  readonly hearers: Map<number, Set<() => void>>;
  readonly known: Map<number, ReceiptsFrame>;
  wire: Wire | undefined;
  asking: ReturnType<typeof setTimeout> | undefined;
  /** What was asked last, as text. */
  asked: string;
  turn: number;
  stop: (() => void) | undefined;
}

/** Several parts of a page come and go in one turn. */
const GATHER_MS = 20;
const AGAIN_MS = 2_000;

function learn(state: State, frame: ReceiptsFrame): void {
  // Whoever comes back before that was given up finds what was told meanwhile.
  if (!state.hearers.has(frame.id) && !state.known.has(frame.id)) return;
  state.known.set(frame.id, frame);
  for (const hear of state.hearers.get(frame.id) ?? []) hear();
}
function unlearn(state: State): void {
  state.known.clear();
  for (const hearers of state.hearers.values()) for (const hear of hearers) hear();
}

function ask(state: State): void {
  clearTimeout(state.asking);
  state.asking = undefined;
  const { wire } = state;
  for (const id of state.known.keys()) if (!state.hearers.has(id)) state.known.delete(id);
  if (wire === undefined) return;
  // Beyond the limit the newest count.
  const ids = [...state.hearers.keys()].slice(-LIMITS.membersWatched);
  if (JSON.stringify(ids) === state.asked) return;
  state.asked = JSON.stringify(ids);
  state.turn += 1;
  const { turn } = state;
  wire.emit('care', { ids }, (answer) => {
    if (turn !== state.turn) return;
    if (answer.ok) for (const frame of answer.frames) learn(state, frame);
    else if (answer.code === 429) {
      state.asked = '';
      state.asking ??= setTimeout(() => ask(state), AGAIN_MS);
    }
  });
}

function plug(state: State): void {
  const take = (frame: ReceiptsFrame) => learn(state, frame);
  const unplug = () => {
    state.wire?.off('care', take);
    state.wire = undefined;
    state.asked = '[]';
    state.turn += 1;
  };
  const none = () => undefined;
  const stop = state.live.addPresenceListener({
    onConnected: () => {
      unplug();
      state.wire = state.live.getSocket();
      state.wire?.on('care', take);
      ask(state);
    },
    // What was known holds no longer.
    onDisconnected: () => {
      unplug();
      unlearn(state);
    },
    onPresence: none,
    onHandoverRequest: none,
  });
  state.stop = () => {
    stop();
    unplug();
    state.known.clear();
  };
}

function leave(state: State, id: number, hear: () => void): void {
  const hearers = state.hearers.get(id);
  hearers?.delete(hear);
  if (hearers?.size !== 0) return;
  state.hearers.delete(id);
  state.asking ??= setTimeout(() => {
    ask(state);
    if (state.hearers.size > 0) return;
    state.stop?.();
    state.stop = undefined;
  }, GATHER_MS);
}

function createDesk(live: LiveConnection): CareDesk {
  const state: State = {
    ...{ live, hearers: new Map(), known: new Map(), wire: undefined, asking: undefined },
    ...{ asked: '[]', turn: 0, stop: undefined },
  };
  return {
    follow: (id, hear) => {
      const hearers = state.hearers.get(id) ?? new Set();
      state.hearers.set(id, hearers.add(hear));
      if (state.stop === undefined) plug(state);
      else if (hearers.size === 1) state.asking ??= setTimeout(() => ask(state), GATHER_MS);
      return () => leave(state, id, hear);
    },
    now: (id) => state.known.get(id),
  };
}

const desks = new WeakMap<LiveConnection, CareDesk>();
/** The one desk of a running client; its live link is the same however the client is handed on. */
export function careDeskOf({ live }: Pick<App, 'live'>): CareDesk {
  const desk = desks.get(live) ?? createDesk(live);
  desks.set(live, desk);
  return desk;
}
