/** The ids of the changes this page asked for: their echoes are no news to who sits before it. */
const MOST = 500;

export interface OwnMids {
  readonly note: (mid: string) => void;
  readonly has: (mid: string | null) => boolean;
}

export function createOwnMids(): OwnMids {
  const known = new Set<string>();
  return {
    note: (mid) => {
      known.add(mid);
      const [oldest] = known;
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
    },
    has: (mid) => mid !== null && known.has(mid),
  };
}
