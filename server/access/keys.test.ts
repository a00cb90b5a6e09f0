/** What is sealed opens only with a key of the installation, for its purpose, at its own place, and whole. */
import { describe, expect, it } from '@jest/globals';
import { open, seal } from './keys';

const [OLD, NEW] = ['an-old-secret-of-the-house', 'a-new-secret-of-the-house'];

describe('sealed texts', () => {
  it('open under any key that is still known, and never look the same twice', () => {
    const sealed = seal([OLD], 'totp', 'admin:7', '秘密 secret');
    expect(open([NEW, OLD], 'totp', 'admin:7', sealed)).toBe('秘密 secret');
    expect(open([NEW], 'totp', 'admin:7', sealed)).toBeUndefined();
    expect(seal([OLD], 'totp', 'admin:7', '秘密 secret')).not.toBe(sealed);
    expect(sealed).not.toContain('secret');
  });
  it('are worthless for another purpose, at another place, changed by one letter or cut', () => {
    const sealed = seal([NEW], 'totp', 'admin:7', 'JBSWY3DPEHPK3PXP');
    expect(open([NEW], 'passkey', 'admin:7', sealed)).toBeUndefined();
    expect(open([NEW], 'totp', 'admin:8', sealed)).toBeUndefined();
    for (const at of [0, 20, 40]) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      expect(open([NEW], 'totp', 'admin:7', sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeUndefined();
    }
    expect(open([NEW], 'totp', 'admin:7', sealed.slice(0, 20))).toBeUndefined();
    expect(open([NEW], 'totp', 'admin:7', '')).toBeUndefined();
  });
});
