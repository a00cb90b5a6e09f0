/**
 * A DNS lookup that always returns the checked address (DNS pinning), so that a later resolution of the name has no effect (DNS rebinding).
 */
import { isIP, type LookupFunction } from 'node:net';

/** For the `lookup` option of `http.request`: connects to `address` only. */
export const pinLookup =
  (address: string): LookupFunction =>
  (_host, { all }, resolve) => {
    const family = isIP(address);
    if (all === true) resolve(null, [{ address, family }]);
    else resolve(null, address, family);
  };
