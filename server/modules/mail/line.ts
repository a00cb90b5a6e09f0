/** The line of one channel: several letters at once, none behind one that hangs, and a rest when the other side hangs again and again. */

/** How the other side took a letter; absent: it was not asked. */
export type Heard = 'answered' | 'hung';
/** `false`: nothing came of it, and looking again at once would come to the same. */
export type Outcome = { readonly heard?: Heard } | false;

/** How messages that may leave now are sorted: by the priority of their template and then by age, or by age alone. */
export type Order = 'priority' | 'age';

export interface LineOptions<T extends { readonly id: number }> {
  readonly atOnce: number;
  /** Unix seconds. */
  readonly now: () => number;
  /** The first messages, in the given order, that may leave now. */
  readonly due: (order: Order) => Promise<readonly T[]>;
  readonly deliver: (one: T) => Promise<Outcome>;
  /** Notes that these wait for the end of a rest. */
  readonly putOff: (waiting: readonly T[], until: number) => Promise<void>;
  /** The settings of the other side: new ones end a rest. */
  readonly side: () => unknown;
  readonly failed: (error: unknown) => void;
  readonly resting: (seconds: number) => void;
}
export interface Line {
  readonly kick: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

/** So often without an answer in a row; then it rests so many seconds, twice as long each time, at most so often doubled. */
const HUNG_OFTEN = 4;
const REST = 30;
const DOUBLINGS = 3;

/** Every fourth message is the oldest one whatever its priority, so that a flood of urgent messages does not hold up the others. */
const AGE_SHARE = 4;
const orderOf = (at: number): Order => (at % AGE_SHARE === AGE_SHARE - 1 ? 'age' : 'priority');

interface Patience {
  /** Whether there is one now, and until when. */
  readonly until: () => number;
  /** After a rest one letter asks for all. */
  readonly width: () => number;
  readonly hear: (heard: Heard | undefined) => void;
}
function createPatience<T extends { readonly id: number }>(options: LineOptions<T>): Patience {
  const fresh = () => ({ of: options.side(), hung: 0, rests: 0, until: 0 });
  let state = fresh();
  const known = () => {
    if (state.of !== options.side()) state = fresh();
    return state;
  };
  const hung = () => {
    const now = known();
    now.hung += 1;
    if (now.hung < HUNG_OFTEN || now.until > options.now()) return;
    const seconds = REST * 2 ** Math.min(now.rests, DOUBLINGS);
    now.rests += 1;
    now.until = options.now() + seconds;
    options.resting(seconds);
  };
  return {
    until: () => known().until,
    width: () => (known().hung >= HUNG_OFTEN ? 1 : options.atOnce),
    hear: (heard) => {
      if (heard === 'answered') state = fresh();
      else if (heard === 'hung') hung();
    },
  };
}

export function createLine<T extends { readonly id: number }>(options: LineOptions<T>): Line {
  const { due, deliver, putOff, now, failed } = options;
  const patience = createPatience(options);
  const inHand = new Map<number, Promise<void>>();
  const state = { again: false, closed: false, started: 0 };
  let looking: Promise<void> | undefined;

  const carry = async (one: T): Promise<void> => {
    const outcome = await deliver(one).catch((error: unknown): Outcome => {
      failed(error);
      return false;
    });
    inHand.delete(Number(one.id));
    if (outcome === false) return;
    patience.hear(outcome.heard);
    kick();
  };
  const isFree = ({ id }: T) => !inHand.has(Number(id));
  const fill = async (): Promise<void> => {
    const urgent = (await due('priority')).filter(isFree);
    if (patience.until() > now()) return putOff(urgent, patience.until());
    const free = Math.max(0, patience.width() - inHand.size);
    const orders = Array.from({ length: free }, (_, at) => orderOf(state.started + at));
    const oldest = orders.includes('age') ? await due('age') : [];
    for (const order of orders) {
      const one = (order === 'age' ? oldest : urgent).find(isFree);
      if (one === undefined || state.closed) return undefined;
      state.started += 1;
      inHand.set(Number(one.id), carry(one));
    }
    return undefined;
  };
  const look = async (): Promise<void> => {
    while (state.again && !state.closed) {
      state.again = false;
      await fill();
    }
  };
  function kick(): void {
    state.again = true;
    if (state.closed) return;
    looking ??= look()
      .catch(failed)
      .finally(() => {
        looking = undefined;
        if (state.again) kick();
      });
  }
  return {
    kick,
    settled: async () => {
      while (looking !== undefined || inHand.size > 0) await Promise.all([looking, ...inHand.values()]);
    },
    close: () => {
      state.closed = true;
    },
  };
}
