/** The ids of the changes this page asked for: their echoes are no news to who sits before it. */
const MAX_REMEMBERED = 500;

export interface OwnMutations {
  /** The id of an act, the same for as long as nobody knows whether it was done. */
  readonly idFor: (action: string, createId: () => string) => string;
  /** It was answered: the next time is another act. */
  readonly complete: (action: string) => void;
  readonly record: (mid: string) => void;
  readonly has: (mid: string | null) => boolean;
}

export function createOwnMutations(): OwnMutations {
  const recorded = new Set<string>();
  const inFlight = new Map<string, string>();
  return {
    idFor: (action, createId) => {
      const mid = inFlight.get(action) ?? createId();
      inFlight.set(action, mid);
      return mid;
    },
    complete: (action) => void inFlight.delete(action),
    record: (mid) => {
      recorded.add(mid);
      const [oldest] = recorded;
      if (recorded.size > MAX_REMEMBERED && oldest !== undefined) recorded.delete(oldest);
    },
    has: (mid) => mid !== null && recorded.has(mid),
  };
}
