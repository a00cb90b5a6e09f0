/** Retry backoff of image processing: after a temporary failure an image is processed again after a pause that grows with each failure. */

export interface ImageRetryBackoff {
  readonly isPaused: (path: string) => boolean;
  readonly add: (path: string) => void;
}

interface Failure {
  readonly count: number;
  /** Unix milliseconds. */
  readonly until: number;
}
const MAX_DOUBLINGS = 8;

/** `capacity`: paths that are remembered; beyond it the oldest is forgotten. */
export function createImageRetryBackoff(
  pauseMs: number,
  { capacity, now }: { readonly capacity: number; readonly now: () => number },
): ImageRetryBackoff {
  const failures = new Map<string, Failure>();
  return {
    isPaused: (path) => (failures.get(path)?.until ?? 0) > now(),
    add: (path) => {
      const count = (failures.get(path)?.count ?? 0) + 1;
      failures.delete(path);
      failures.set(path, { count, until: now() + pauseMs * 2 ** Math.min(count - 1, MAX_DOUBLINGS) });
      const [oldest] = failures.keys();
      if (failures.size > capacity && oldest !== undefined) failures.delete(oldest);
    },
  };
}
