/** Encrypted texts decrypt only with an application key, their purpose, their AAD, and unchanged. */
import { describe, expect, it } from '@jest/globals';
import { decrypt, encrypt } from './crypto';

const [OLD, NEW] = ['an-old-secret-of-the-house', 'a-new-secret-of-the-house'];

describe('encrypted texts', () => {
  it('decrypt under any current key and differ each time', () => {
    const encrypted = encrypt([OLD], 'totp', 'admin:7', '秘密 secret');
    expect(decrypt([NEW, OLD], 'totp', 'admin:7', encrypted)).toBe('秘密 secret');
    expect(decrypt([NEW], 'totp', 'admin:7', encrypted)).toBeUndefined();
    expect(encrypt([OLD], 'totp', 'admin:7', '秘密 secret')).not.toBe(encrypted);
    expect(encrypted).not.toContain('secret');
  });
  it('do not decrypt for another purpose or AAD, changed by one letter or cut', () => {
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
