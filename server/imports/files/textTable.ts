/** Many short texts in little memory: their bytes in one buffer, instead of one object each. */
import { IMPORT_LIMITS } from '../../../common/imports/importLimits';
import { fault } from '../../../common/protocol/faults';

export interface TextTable {
  /** Error: `import.too_large` above the limit for all texts together. */
  readonly add: (text: string) => void;
  readonly get: (index: number) => string;
}

export function createTextTable(): TextTable {
  let bytes = Buffer.allocUnsafe(1024 * 1024);
  const ends: number[] = [];
  return {
    add: (text) => {
      const start = ends.at(-1) ?? 0;
      const end = start + Buffer.byteLength(text);
      if (end > IMPORT_LIMITS.sharedTextBytes) throw fault('import.too_large', { max: IMPORT_LIMITS.sharedTextBytes });
      if (end > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(end, bytes.length * 2));
        bytes.copy(larger, 0, 0, start);
        bytes = larger;
      }
      bytes.write(text, start);
      ends.push(end);
    },
    get: (index) => bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index] ?? 0),
  };
}
