/** Evaluates the receipts of a member's devices. */
import type { DeviceReceipt } from '../../../../common/protocol/receipts';

/** Number of devices that received an entry; a later entry includes it. */
export const countArrived = (devices: readonly DeviceReceipt[], n: number): number =>
  devices.filter(([arrived]) => arrived >= n).length;

/** Newest entry that was visible (0: none), since when, and on how many devices. */
export function findLatestSeen(devices: readonly DeviceReceipt[]): {
  readonly n: number;
  readonly at: number;
  readonly count: number;
} {
  const n = Math.max(0, ...devices.map(([, seen]) => seen));
  const devicesAtNewest = n === 0 ? [] : devices.filter(([, seen]) => seen === n);
  return { n, at: Math.min(...devicesAtNewest.map(([, , at]) => at)), count: devicesAtNewest.length };
}
