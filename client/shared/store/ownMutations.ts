/** The ids of the mutations that this page sent: their echoes are not shown as news. */
const MAX_REMEMBERED = 500;

export interface OwnMutations {
  /** The idempotency key of an action; the same one until the action has a response. */
  readonly idFor: (action: string, createId: () => string) => string;
  /** The action has a response: its next run gets a new id. */
  readonly complete: (action: string) => void;
  readonly record: (idempotencyKey: string) => void;
  readonly has: (idempotencyKey: string | null) => boolean;
}

export function createOwnMutations(): OwnMutations {
  const recorded = new Set<string>();
  const inFlight = new Map<string, string>();
  return {
    idFor: (action, createId) => {
      const idempotencyKey = inFlight.get(action) ?? createId();
      inFlight.set(action, idempotencyKey);
      return idempotencyKey;
    },
    complete: (action) => void inFlight.delete(action),
    record: (idempotencyKey) => {
      recorded.add(idempotencyKey);
      const [oldest] = recorded;
      if (recorded.size > MAX_REMEMBERED && oldest !== undefined) recorded.delete(oldest);
    },
    has: (idempotencyKey) => idempotencyKey !== null && recorded.has(idempotencyKey),
  };
}
