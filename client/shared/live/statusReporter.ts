/** Shows the status of the live connection; short breaks are not shown. */
import type { LiveStatus } from '../store/connectionSlice';

/** Shorter breaks are not shown. */
export const INTERRUPTION_GRACE_MS = 2_000;

export interface StatusReporter {
  /** `since`: when the status began, unix milliseconds; default: now. */
  readonly show: (status: LiveStatus, since?: number) => void;
  /** Shows the status unless another one is shown within two seconds. */
  readonly showAfterDelay: (status: LiveStatus) => void;
  readonly current: () => LiveStatus;
}
export function createStatusReporter(onStatus: (status: LiveStatus, since: number) => void): StatusReporter {
  let current: LiveStatus = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (status: LiveStatus, since = Date.now()) => {
    clearTimeout(timer);
    timer = undefined;
    if (status === current) return;
    current = status;
    onStatus(status, since);
  };
  return {
    show,
    showAfterDelay: (status) => {
      const since = Date.now();
      timer ??= setTimeout(() => show(status, since), INTERRUPTION_GRACE_MS);
    },
    current: () => current,
  };
}
