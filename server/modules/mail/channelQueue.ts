/**
 * The queue of one channel: several messages at once, so that one timeout blocks none of the others, and a circuit breaker that pauses
 * after repeated timeouts.
 */

/** Whether the server or gateway responded; absent: it was not contacted. */
export type PeerResponse = 'responded' | 'timed_out';
/** `false`: nothing changed, and an immediate retry would have the same result. */
export type DeliveryOutcome = { readonly response?: PeerResponse } | false;

/** Order of due messages: by the priority of their template and then by age, or by age only. */
export type QueueOrder = 'priority' | 'age';

export interface ChannelQueueOptions<T extends { readonly id: number }> {
  readonly concurrency: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** The first due messages in this order. */
  readonly loadDue: (order: QueueOrder) => Promise<readonly T[]>;
  readonly deliver: (item: T) => Promise<DeliveryOutcome>;
  /** Stores that these messages wait until the pause ends. */
  readonly postpone: (waiting: readonly T[], until: number) => Promise<void>;
  /** The settings of the server or gateway: changed settings end the pause. */
  readonly endpoint: () => unknown;
  readonly onError: (error: unknown) => void;
  readonly onPause: (seconds: number) => void;
}
export interface ChannelQueue {
  readonly wake: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

/** Consecutive timeouts that open the circuit; the first pause in seconds doubles each time, up to this number of times. */
const TIMEOUTS_TO_OPEN = 4;
const PAUSE_SECONDS = 30;
const MAX_DOUBLINGS = 3;

/** Every fourth message is the oldest one regardless of priority, so that many urgent messages do not delay the others. */
const OLDEST_EVERY = 4;
const orderAt = (at: number): QueueOrder => (at % OLDEST_EVERY === OLDEST_EVERY - 1 ? 'age' : 'priority');

interface CircuitBreaker {
  /** End of the current pause in unix seconds; 0 without one. */
  readonly openUntil: () => number;
  /** After a pause one message probes the server. */
  readonly concurrency: () => number;
  readonly record: (response: PeerResponse | undefined) => void;
}
function createCircuitBreaker<T extends { readonly id: number }>(options: ChannelQueueOptions<T>): CircuitBreaker {
  const initialState = () => ({ endpoint: options.endpoint(), timeouts: 0, pauses: 0, pausedUntil: 0 });
  let state = initialState();
  const currentState = () => {
    if (state.endpoint !== options.endpoint()) state = initialState();
    return state;
  };
  const recordTimeout = () => {
    const now = currentState();
    now.timeouts += 1;
    if (now.timeouts < TIMEOUTS_TO_OPEN || now.pausedUntil > options.now()) return;
    const seconds = PAUSE_SECONDS * 2 ** Math.min(now.pauses, MAX_DOUBLINGS);
    now.pauses += 1;
    now.pausedUntil = options.now() + seconds;
    options.onPause(seconds);
  };
  return {
    openUntil: () => currentState().pausedUntil,
    concurrency: () => (currentState().timeouts >= TIMEOUTS_TO_OPEN ? 1 : options.concurrency),
    record: (response) => {
      if (response === 'responded') state = initialState();
      else if (response === 'timed_out') recordTimeout();
    },
  };
}

export function createChannelQueue<T extends { readonly id: number }>(options: ChannelQueueOptions<T>): ChannelQueue {
  const { loadDue, deliver, postpone, now, onError } = options;
  const breaker = createCircuitBreaker(options);
  const inFlight = new Map<number, Promise<void>>();
  const state = { again: false, closed: false, started: 0 };
  let filling: Promise<void> | undefined;

  const deliverOne = async (item: T): Promise<void> => {
    const outcome = await deliver(item).catch((error: unknown): DeliveryOutcome => {
      onError(error);
      return false;
    });
    inFlight.delete(Number(item.id));
    if (outcome === false) return;
    breaker.record(outcome.response);
    wake();
  };
  const isFree = ({ id }: T) => !inFlight.has(Number(id));
  const fill = async (): Promise<void> => {
    const byPriority = (await loadDue('priority')).filter(isFree);
    if (breaker.openUntil() > now()) return postpone(byPriority, breaker.openUntil());
    const freeSlots = Math.max(0, breaker.concurrency() - inFlight.size);
    const orders = Array.from({ length: freeSlots }, (_, index) => orderAt(state.started + index));
    const oldest = orders.includes('age') ? await loadDue('age') : [];
    for (const order of orders) {
      const item = (order === 'age' ? oldest : byPriority).find(isFree);
      if (item === undefined || state.closed) return undefined;
      state.started += 1;
      inFlight.set(Number(item.id), deliverOne(item));
    }
    return undefined;
  };
  const drain = async (): Promise<void> => {
    while (state.again && !state.closed) {
      state.again = false;
      await fill();
    }
  };
  function wake(): void {
    state.again = true;
    if (state.closed) return;
    filling ??= drain()
      .catch(onError)
      .finally(() => {
        filling = undefined;
        if (state.again) wake();
      });
  }
  return {
    wake,
    settled: async () => {
      while (filling !== undefined || inFlight.size > 0) await Promise.all([filling, ...inFlight.values()]);
    },
    close: () => {
      state.closed = true;
    },
  };
}
