/** Updates the total of a list from its frames, so that the server has to count it only once. */
import type { ChangeFrame } from '../../../common/protocol/liveEvents';

/** The change of the number of rows that one frame brings. */
export function getTotalDelta({ c, n }: ChangeFrame): number {
  let delta = (n?.enter ?? 0) - (n?.leave ?? 0);
  for (const { op } of c) delta += op === 'enter' ? 1 : op === 'u' ? 0 : -1;
  return delta;
}
