/** The addresses of rows that are not shown now and that readers wait for: their number is bounded, because a visitor can ask for any address. */
import { SITE_LIMITS } from '../../../common/siteLimits';

export interface MissingRows {
  /** Notes an address that a visitor of this network waits for; false at a limit. */
  readonly add: (path: string, network: string) => boolean;
  readonly has: (path: string) => boolean;
  /** The row is shown, or nobody waits for it any longer. */
  readonly remove: (path: string) => void;
}

export function createMissingRows(): MissingRows {
  /** The network whose visitor asked first, by address. */
  const networks = new Map<string, string>();
  const countOf = (network: string): number => [...networks.values()].filter((other) => other === network).length;
  return {
    add: (path, network) => {
      if (networks.has(path)) return true;
      if (networks.size >= SITE_LIMITS.siteMissingRows) return false;
      if (countOf(network) >= SITE_LIMITS.siteMissingRowsPerNetwork) return false;
      networks.set(path, network);
      return true;
    },
    has: (path) => networks.has(path),
    remove: (path) => void networks.delete(path),
  };
}
