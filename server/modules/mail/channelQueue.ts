/** The line of one channel: several letters at once, none behind one that hangs, and a rest when the other side hangs again and again. */

/** How the other side took a letter; absent: it was not asked. */
export type PeerResponse = 'answered' | 'hung';
/** `false`: nothing came of it, and looking again at once would come to the same. */
export type DeliveryOutcome = { readonly response?: PeerResponse } | false;

/** How messages that may leave now are sorted: by the priority of their template and then by age, or by age alone. */
export type QueueOrder = 'priority' | 'age';

export interface ChannelQueueOptions<T extends { readonly id: number }> {
  readonly concurrency: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** The first messages, in the given order, that may leave now. */
  readonly loadDue: (order: QueueOrder) => Promise<readonly T[]>;
  readonly deliver: (item: T) => Promise<DeliveryOutcome>;
  /** Notes that these wait for the end of a rest. */
  readonly postpone: (waiting: readonly T[], until: number) => Promise<void>;
  /** The settings of the other side: new ones end a rest. */
  readonly endpoint: () => unknown;
  readonly onError: (error: unknown) => void;
  readonly onPause: (seconds: number) => void;
}
export interface ChannelQueue {
  readonly wake: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

/** So often without an answer in a row; then it rests so many seconds, twice as long each time, at most so often doubled. */
const TIMEOUTS_TO_OPEN = 4;
const PAUSE_SECONDS = 30;
const MAX_DOUBLINGS = 3;

/** Every fourth message is the oldest one whatever its priority, so that a flood of urgent messages does not hold up the others. */
const OLDEST_EVERY = 4;
const orderAt = (at: number): QueueOrder => (at % OLDEST_EVERY === OLDEST_EVERY - 1 ? 'age' : 'priority');

interface CircuitBreaker {
  /** Whether there is one now, and until when. */
  readonly openUntil: () => number;
  /** After a rest one letter asks for all. */
  readonly concurrency: () => number;
  readonly record: (response: PeerResponse | undefined) => void;
}
function createCircuitBreaker<T extends { readonly id: number }>(options: ChannelQueueOptions<T>): CircuitBreaker {
  const initialState = () => ({ of: options.endpoint(), hung: 0, rests: 0, until: 0 });
  let state = initialState();
  const currentState = () => {
    if (state.of !== options.endpoint()) state = initialState();
    return state;
  };
  const recordTimeout = () => {
    const now = currentState();
    now.hung += 1;
    if (now.hung < TIMEOUTS_TO_OPEN || now.until > options.now()) return;
    const seconds = PAUSE_SECONDS * 2 ** Math.min(now.rests, MAX_DOUBLINGS);
    now.rests += 1;
    now.until = options.now() + seconds;
    options.onPause(seconds);
  };
  return {
    openUntil: () => currentState().until,
    concurrency: () => (currentState().hung >= TIMEOUTS_TO_OPEN ? 1 : options.concurrency),
    record: (response) => {
      if (response === 'answered') state = initialState();
      else if (response === 'hung') recordTimeout();
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
    const orders = Array.from({ length: freeSlots }, (_, at) => orderAt(state.started + at));
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
