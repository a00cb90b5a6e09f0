/** Says where this tab is: at once when it moves, now and then to keep its lease, and not at all while nobody looks. */
import { LIMITS } from '../../../common/limits';
import type { FocusRequest } from '../../../common/protocol/live';

export interface Stand {
  readonly e: string;
  readonly id: number | null;
}
export interface PlacesParts {
  readonly send: (place: FocusRequest) => void;
  readonly isHidden: () => boolean;
  readonly now: () => number;
}
export interface Places {
  /** A screen or record is shown until it is left again. */
  readonly stand: (stand: Stand) => () => void;
  /** The field one works in. */
  readonly field: (f: string | null) => void;
  readonly typed: () => void;
  /** Somebody touched the page. */
  readonly touched: () => void;
  /** The tab was hidden or shown. */
  readonly looked: () => void;
  /** The server knows nothing of us. */
  readonly again: () => void;
  readonly beat: () => void;
  readonly stop: () => void;
}

export const BEAT_MS = LIMITS.presenceBeat;
/** Moves that follow each other faster are told once. */
const CALM_MS = 120;
/** While one types a claim is renewed this often. */
const TYPED_MS = 3_000;
const IDLE_MS = 120_000;
const NOWHERE: FocusRequest = { e: null, id: null, f: null };

interface State extends PlacesParts {
  readonly stands: Stand[];
  field: string | null;
  told: FocusRequest;
  toldAt: number;
  typed: boolean;
  typedAt: number;
  touchedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A record counts more than the list it stands beside. */
function placeOf({ stands, field, typed, touchedAt, isHidden, now }: State): FocusRequest {
  const stand = stands.findLast(({ id }) => id !== null) ?? stands.at(-1);
  if (stand === undefined || isHidden()) return NOWHERE;
  const idle = now() - touchedAt >= IDLE_MS;
  const f = stand.id === null ? null : field;
  return { ...stand, f, ...(typed ? { typed } : {}), ...(idle ? { idle } : {}) };
}

function tell(state: State): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  const next = placeOf(state);
  // Nowhere needs to be said only once.
  if (next.e === null && state.told.e === null) return;
  state.told = next;
  state.toldAt = state.now();
  if (state.typed) state.typedAt = state.toldAt;
  state.typed = false;
  state.send(next);
}
function soon(state: State): void {
  state.timer ??= setTimeout(() => tell(state), Math.max(0, state.toldAt + CALM_MS - state.now()));
}

function stand(state: State, place: Stand): () => void {
  const { stands } = state;
  stands.push(place);
  soon(state);
  return () => {
    stands.splice(stands.indexOf(place), 1);
    if (stands.every(({ id }) => id === null)) state.field = null;
    soon(state);
  };
}

export function createPlaces(parts: PlacesParts): Places {
  const times = { toldAt: -Infinity, typedAt: -Infinity, touchedAt: parts.now(), timer: undefined };
  const state: State = { ...parts, ...times, stands: [], field: null, told: NOWHERE, typed: false };
  return {
    stand: (place) => stand(state, place),
    field: (f) => {
      if (f === state.field) return;
      state.field = f;
      soon(state);
    },
    typed: () => {
      state.typed = true;
      if (state.now() - state.typedAt >= TYPED_MS) soon(state);
    },
    touched: () => {
      state.touchedAt = state.now();
      if (state.told.idle === true) soon(state);
    },
    looked: () => {
      state.touchedAt = state.now();
      soon(state);
    },
    again: () => {
      state.told = NOWHERE;
      soon(state);
    },
    beat: () => {
      if (state.stands.length > 0) tell(state);
    },
    stop: () => {
      clearTimeout(state.timer);
      state.timer = undefined;
    },
  };
}
