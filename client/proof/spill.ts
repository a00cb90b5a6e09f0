/** Everything that reached one person, searched for canaries as it passes. */
import type { ReceivedChunk } from '../testing/network/tcpProxy';

export interface Sighting {
  readonly canary: string;
  readonly kind: ReceivedChunk['kind'];
  /** Unix milliseconds, the first time. */
  readonly at: number;
}
export interface Spill {
  readonly take: (pair: object, what: ReceivedChunk) => void;
  readonly sightings: () => readonly Sighting[];
  readonly frames: () => number;
  readonly bytes: () => number;
  readonly clear: () => void;
}

const CANARY = /CANARY-[a-z_]+-\d+-[a-z]+-\d+\./g;
const LONGEST = 64;

export function createSpill(): Spill {
  const tails = new WeakMap<object, string>();
  let seen = new Map<string, Sighting>();
  let frames = 0;
  let bytes = 0;
  return {
    take: (pair, { kind, at, bytes: chunk }) => {
      const tail = tails.get(pair) ?? '';
      const fresh = chunk.toString('latin1');
      const text = tail + fresh;
      tails.set(pair, text.slice(-LONGEST));
      bytes += chunk.length;
      if (kind === 'live') frames += fresh.split('["chg"').length - 1;
      for (const [canary] of text.matchAll(CANARY)) {
        const key = kind + canary;
        if (!seen.has(key)) seen.set(key, { canary, kind, at });
      }
    },
    sightings: () => [...seen.values()],
    frames: () => frames,
    bytes: () => bytes,
    clear: () => {
      seen = new Map();
    },
  };
}
