/** Searches everything that reaches one person for canaries, i.e. for unique values that tests wrote. */
import type { ReceivedChunk } from '../testing/network/tcpProxy';

export interface DetectedLeak {
  readonly canary: string;
  readonly kind: ReceivedChunk['kind'];
  /** When it was first sent, in Unix milliseconds. */
  readonly at: number;
}
export interface LeakDetector {
  readonly receive: (connection: object, chunk: ReceivedChunk) => void;
  readonly sightings: () => readonly DetectedLeak[];
  readonly frames: () => number;
  readonly bytes: () => number;
  readonly clear: () => void;
}

const CANARY = /CANARY-[a-z_]+-\d+-[a-z]+-\d+\./g;
/** Longest canary, in characters. */
const MAX_CANARY = 64;

export function createLeakDetector(): LeakDetector {
  const tails = new WeakMap<object, string>();
  let detectedLeaks = new Map<string, DetectedLeak>();
  let frames = 0;
  let bytes = 0;
  return {
    receive: (connection, { kind, at, bytes: chunk }) => {
      const tail = tails.get(connection) ?? '';
      const added = chunk.toString('latin1');
      const text = tail + added;
      tails.set(connection, text.slice(-MAX_CANARY));
      bytes += chunk.length;
      if (kind === 'live') frames += added.split('["chg"').length - 1;
      for (const [canary] of text.matchAll(CANARY)) {
        const key = kind + canary;
        if (!detectedLeaks.has(key)) detectedLeaks.set(key, { canary, kind, at });
      }
    },
    sightings: () => [...detectedLeaks.values()],
    frames: () => frames,
    bytes: () => bytes,
    clear: () => {
      detectedLeaks = new Map();
    },
  };
}
