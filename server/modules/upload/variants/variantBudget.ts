/** Limits the disk cache of all image variants to a number of bytes. They count toward no quota, and the server can generate them again. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VARIANT_DIR } from '../../../hooks/files/variantPath';

/** The share of the budget to which the oldest variants are deleted. */
const TARGET_SHARE = 0.8;

export interface VariantBudget {
  /** Counts a new variant, and deletes the oldest ones when all together exceed the budget. */
  readonly add: (file: string) => Promise<void>;
}

interface StoredVariant {
  readonly file: string;
  readonly bytes: number;
  readonly writtenAt: number;
}

/** All variants on disk; files that disappear meanwhile are left out. */
async function listVariants(dataDir: string): Promise<readonly StoredVariant[]> {
  const options = { withFileTypes: true, recursive: true } as const;
  const entries = await readdir(join(dataDir, VARIANT_DIR), options).catch(() => []);
  const variants: StoredVariant[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const stats = await stat(file).catch(() => undefined);
    if (stats) variants.push({ file, bytes: stats.size, writtenAt: stats.mtimeMs });
  }
  return variants;
}

const getSum = (variants: readonly StoredVariant[]): number => variants.reduce((sum, { bytes }) => sum + bytes, 0);

/** Deletes the oldest variants down to a number of bytes; returns how many bytes remain. */
async function deleteOldest(variants: readonly StoredVariant[], targetBytes: number): Promise<number> {
  let remaining = getSum(variants);
  for (const { file, bytes } of [...variants].sort((one, other) => one.writtenAt - other.writtenAt)) {
    if (remaining <= targetBytes) break;
    await rm(file, { force: true });
    remaining -= bytes;
  }
  return remaining;
}

export function createVariantBudget(dataDir: string, maxBytes: number): VariantBudget {
  /** Undefined until the folder was read; deletions of images make it too high, which the next reading corrects. */
  let total: number | undefined;
  let cleaning: Promise<void> | undefined;
  const clean = async (): Promise<void> => {
    const variants = await listVariants(dataDir);
    total = getSum(variants);
    if (total > maxBytes) total = await deleteOldest(variants, maxBytes * TARGET_SHARE);
  };
  return {
    add: async (file) => {
      const bytes = (await stat(file).catch(() => undefined))?.size ?? 0;
      if (total !== undefined) total += bytes;
      if (total !== undefined && total <= maxBytes) return;
      cleaning ??= clean().finally(() => {
        cleaning = undefined;
      });
      await cleaning;
    },
  };
}
