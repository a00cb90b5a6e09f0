/** A list's total is counted once by the server and then kept right by the list's frames. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';

/** What one frame adds to the number of rows in a list. */
export function countDelta({ c, n }: ChangeFrame): number {
  let delta = (n?.enter ?? 0) - (n?.leave ?? 0);
  for (const { op } of c) delta += op === 'enter' ? 1 : op === 'u' ? 0 : -1;
  return delta;
}
