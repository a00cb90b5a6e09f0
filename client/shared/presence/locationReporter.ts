/** Reports this tab's location: at once after a change, periodically to keep its lease, and not while the tab is hidden. */
import { LIMITS } from '../../../common/limits';
import type { FocusRequest } from '../../../common/protocol/liveEvents';

export interface ScreenLocation {
  readonly entityName: string;
  readonly id: number | null;
}
export interface LocationReporterOptions {
  readonly send: (location: FocusRequest) => void;
  readonly isHidden: () => boolean;
  readonly now: () => number;
}
export interface LocationReporter {
  /** A screen or record is shown; returns the function that ends it. */
  readonly enter: (location: ScreenLocation) => () => void;
  /** The focused field; null without focus. */
  readonly focusField: (field: string | null) => void;
  readonly markTyping: () => void;
  /** The person used the page. */
  readonly markActivity: () => void;
  /** The tab was hidden or shown. */
  readonly markVisibilityChange: () => void;
  /** Sends the location again after a reconnect. */
  readonly resend: () => void;
  readonly heartbeat: () => void;
  readonly stop: () => void;
}

export const HEARTBEAT_MS = LIMITS.presenceIntervalMs;
/** Location changes within this time are sent as one. */
const DEBOUNCE_MS = 120;
/** While the user types, the lease of the field is renewed this often. */
const TYPING_RENEW_MS = 3_000;
const IDLE_MS = 120_000;
const NO_LOCATION: FocusRequest = { e: null, id: null, f: null };

interface ReporterState extends LocationReporterOptions {
  readonly locations: ScreenLocation[];
  field: string | null;
  lastSent: FocusRequest;
  lastSentAt: number;
  isTyping: boolean;
  lastTypedAt: number;
  lastActivityAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The location to report: the last opened record, otherwise the last opened list. */
function currentFocus({ locations, field, isTyping, lastActivityAt, isHidden, now }: ReporterState): FocusRequest {
  const current = locations.findLast(({ id }) => id !== null) ?? locations.at(-1);
  if (current === undefined || isHidden()) return NO_LOCATION;
  const idle = now() - lastActivityAt >= IDLE_MS;
  const { entityName, id } = current;
  return {
    e: entityName,
    id,
    f: id === null ? null : field,
    ...(isTyping ? { typed: isTyping } : {}),
    ...(idle ? { idle } : {}),
  };
}

function sendNow(state: ReporterState): void {
  clearTimeout(state.timer);
  state.timer = undefined;
  const next = currentFocus(state);
  // An empty location is sent only once.
  if (next.e === null && state.lastSent.e === null) return;
  state.lastSent = next;
  state.lastSentAt = state.now();
  if (state.isTyping) state.lastTypedAt = state.lastSentAt;
  state.isTyping = false;
  state.send(next);
}
function scheduleSend(state: ReporterState): void {
  state.timer ??= setTimeout(() => sendNow(state), Math.max(0, state.lastSentAt + DEBOUNCE_MS - state.now()));
}

function enterLocation(state: ReporterState, location: ScreenLocation): () => void {
  const { locations } = state;
  locations.push(location);
  scheduleSend(state);
  return () => {
    locations.splice(locations.indexOf(location), 1);
    if (locations.every(({ id }) => id === null)) state.field = null;
    scheduleSend(state);
  };
}

export function createLocationReporter(options: LocationReporterOptions): LocationReporter {
  const timestamps = { lastSentAt: -Infinity, lastTypedAt: -Infinity, lastActivityAt: options.now(), timer: undefined };
  const state: ReporterState = {
    ...options,
    ...timestamps,
    locations: [],
    field: null,
    lastSent: NO_LOCATION,
    isTyping: false,
  };
  return {
    enter: (location) => enterLocation(state, location),
    focusField: (field) => {
      if (field === state.field) return;
      state.field = field;
      scheduleSend(state);
    },
    markTyping: () => {
      state.isTyping = true;
      if (state.now() - state.lastTypedAt >= TYPING_RENEW_MS) scheduleSend(state);
    },
    markActivity: () => {
      state.lastActivityAt = state.now();
      if (state.lastSent.idle === true) scheduleSend(state);
    },
    markVisibilityChange: () => {
      state.lastActivityAt = state.now();
      scheduleSend(state);
    },
    resend: () => {
      state.lastSent = NO_LOCATION;
      scheduleSend(state);
    },
    heartbeat: () => {
      if (state.locations.length > 0) sendNow(state);
    },
    stop: () => {
      clearTimeout(state.timer);
      state.timer = undefined;
    },
  };
}
