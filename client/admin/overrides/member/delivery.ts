/** How far the devices of a member are, read out of what was told of each. */
import type { DeviceReceipt } from '../../../../common/protocol/receipts';

/** On how many devices an entry arrived: what shows a later one has it too. */
export const arrivedAt = (devices: readonly DeviceReceipt[], n: number): number =>
  devices.filter(([arrived]) => arrived >= n).length;

/** The newest entry that was in sight (0: none), since when, and on how many devices. */
export function seenAt(devices: readonly DeviceReceipt[]): {
  readonly n: number;
  readonly at: number;
  readonly count: number;
} {
  const n = Math.max(0, ...devices.map(([, seen]) => seen));
  const there = n === 0 ? [] : devices.filter(([, seen]) => seen === n);
  return { n, at: Math.min(...there.map(([, , at]) => at)), count: there.length };
}
