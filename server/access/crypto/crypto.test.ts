/** What is sealed opens only with a key of the installation, for its purpose, at its own place, and whole. */
import { describe, expect, it } from '@jest/globals';
import { decrypt, encrypt } from './crypto';

const [OLD, NEW] = ['an-old-secret-of-the-house', 'a-new-secret-of-the-house'];

describe('sealed texts', () => {
  it('open under any key that is still known, and never look the same twice', () => {
    const encrypted = encrypt([OLD], 'totp', 'admin:7', '秘密 secret');
    expect(decrypt([NEW, OLD], 'totp', 'admin:7', encrypted)).toBe('秘密 secret');
    expect(decrypt([NEW], 'totp', 'admin:7', encrypted)).toBeUndefined();
    expect(encrypt([OLD], 'totp', 'admin:7', '秘密 secret')).not.toBe(encrypted);
    expect(encrypted).not.toContain('secret');
  });
  it('are worthless for another purpose, at another place, changed by one letter or cut', () => {
    const encrypted = encrypt([NEW], 'totp', 'admin:7', 'JBSWY3DPEHPK3PXP');
    expect(decrypt([NEW], 'passkey', 'admin:7', encrypted)).toBeUndefined();
    expect(decrypt([NEW], 'totp', 'admin:8', encrypted)).toBeUndefined();
    for (const aad of [0, 20, 40]) {
      const other = encrypted[aad] === 'A' ? 'B' : 'A';
      expect(
        decrypt([NEW], 'totp', 'admin:7', encrypted.slice(0, aad) + other + encrypted.slice(aad + 1)),
      ).toBeUndefined();
    }
    expect(decrypt([NEW], 'totp', 'admin:7', encrypted.slice(0, 20))).toBeUndefined();
    expect(decrypt([NEW], 'totp', 'admin:7', '')).toBeUndefined();
  });
});
