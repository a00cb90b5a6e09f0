/** A list's total is counted once by the server and then kept right by the list's frames. */
import type { ChangeFrame } from '../../common/protocol/live';

/** What one frame adds to the number of rows in a list. */
export function countOf({ c, n }: ChangeFrame): number {
  let sum = (n?.enter ?? 0) - (n?.leave ?? 0);
  for (const { op } of c) sum += op === 'enter' ? 1 : op === 'u' ? 0 : -1;
  return sum;
}
