/** Checks the free disk space with `statfs` before a file is stored. */
import { statfs } from 'node:fs/promises';
import { LIMITS } from '../../../common/limits';

/** Whether a file of `size` bytes leaves the reserve of the disk free. */
export async function hasDiskSpace(dataDir: string, size: number): Promise<boolean> {
  const disk = await statfs(dataDir);
  const reserve = Math.min(LIMITS.diskReserveShare * disk.blocks * disk.bsize, LIMITS.maxDiskReserveBytes);
  return disk.bavail * disk.bsize - size >= reserve;
}
