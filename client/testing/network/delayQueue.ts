/** Runs deliveries in order, each no earlier than it is due. */
export interface Delivery {
  readonly delayMs: number;
  /** Time for which the delivery occupies the connection, in milliseconds. */
  readonly transferMs: number;
  /** Waits for `flush`, however long that takes. */
  readonly isHeld: boolean;
}
export interface DelayQueue {
  /** Runs `deliver` at once where nothing delays it, never before an earlier one. */
  readonly push: (delivery: Delivery, deliver: () => void) => void;
  /** Runs everything that waits, now and in order. */
  readonly flush: () => void;
}

export function createDelayQueue(): DelayQueue {
  const waiting: { readonly due: number; readonly deliver: () => void }[] = [];
  /** When the last delayed delivery is due, in Unix milliseconds. */
  let lastDue = 0;
  let timer: NodeJS.Timeout | undefined;
  // Timers may fire a fraction of a millisecond early: whatever is not due yet waits once more.
  const runDue = (): void => {
    timer = undefined;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const remainingMs = next.due - Date.now();
      if (remainingMs > 0) {
        if (remainingMs !== Infinity) timer = setTimeout(runDue, remainingMs);
        return;
      }
      waiting.shift();
      next.deliver();
    }
  };
  return {
    push: ({ delayMs, transferMs, isHeld }, deliver) => {
      const now = Date.now();
      const due = isHeld ? Infinity : Math.max(now + delayMs, lastDue) + transferMs;
      if (due <= now && waiting.length === 0) {
        deliver();
        return;
      }
      if (!isHeld) lastDue = due;
      waiting.push({ due, deliver });
      timer ??= due === Infinity ? undefined : setTimeout(runDue, due - now);
    },
    flush: () => {
      clearTimeout(timer);
      timer = undefined;
      lastDue = 0;
      for (const { deliver } of waiting.splice(0)) deliver();
    },
  };
}
