/** A DNS lookup that always answers the checked address, whatever the name resolves to a moment later. */
import { isIP, type LookupFunction } from 'node:net';

/** For the `lookup` option of `http.request`: connects to `address` only. */
export const pinLookup =
  (address: string): LookupFunction =>
  (_host, { all }, resolve) => {
    const family = isIP(address);
    if (all === true) resolve(null, [{ address, family }]);
    else resolve(null, address, family);
  };
