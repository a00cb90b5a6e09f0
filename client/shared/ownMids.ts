/** The ids of the changes this page asked for: their echoes are no news to who sits before it. */
const MOST = 500;

export interface OwnMids {
  /** The id of an act, the same for as long as nobody knows whether it was done. */
  readonly of: (act: string, make: () => string) => string;
  /** It was answered: the next time is another act. */
  readonly answered: (act: string) => void;
  readonly note: (mid: string) => void;
  readonly has: (mid: string | null) => boolean;
}

export function createOwnMids(): OwnMids {
  const known = new Set<string>();
  const unanswered = new Map<string, string>();
  return {
    of: (act, make) => {
      const mid = unanswered.get(act) ?? make();
      unanswered.set(act, mid);
      return mid;
    },
    answered: (act) => void unanswered.delete(act),
    note: (mid) => {
      known.add(mid);
      const [oldest] = known;
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    has: (mid) => mid !== null && known.has(mid),
  };
}
