/** Redirects of the member center’s addresses. */
import { describe, expect, it } from '@jest/globals';
import { redirectFrom } from './routes';

const from = (address: string, signed = true) => {
  const [path = '', search = ''] = address.split('?');
  return redirectFrom(path, new URLSearchParams(search), signed);
};

describe('the member center’s addresses', () => {
  // @spec P2-007 P2-010 P2-011
  // @covers member /user, member /user/loading, member /user/overview
  it('redirect through the loading route', () => {
    expect(from('/user')).toBe('/user/loading');
    expect(from('/user/loading')).toBe('/user/overview');
    expect(from('/user/ghost?a=b')).toBe('/user/loading?url=%2Fuser%2Fghost&query=%7B%22a%22%3A%22b%22%7D');
    expect(from('/user/loading?url=%2Fuser%2Foverview&query=%7B%22a%22%3A%22b%22%7D')).toBe('/user/overview?a=b');
    expect(from('/user/loading?url=%2Fuser%2Fghost')).toBe('/404');
    expect(from('/elsewhere')).toBe('/404');
  });
  it('never lead to the console or to another origin', () => {
    for (const url of ['/admin', '/admin/news', '//evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      expect(from(`/user/loading?${new URLSearchParams({ url }).toString()}`)).toBe('/user/overview');
    }
  });
  // @spec P6-013
  // @covers browser auth.needed
  it('redirect to the sign-in without a session, and remember the target', () => {
    expect(from('/user', false)).toBe('/user/login');
    expect(from('/user/overview', false)).toBe('/user/login?to=%2Fuser%2Foverview');
    expect(from('/user/balance?sign=in&page=2', false)).toBe('/user/login?to=%2Fuser%2Fbalance%3Fsign%3Din%26page%3D2');
  });
  it('open registration and recovery on the sign-in screen, or the first screen with a session', () => {
    expect(from('/user/register?source=invitation', false)).toBe('/user/login?source=invitation&tab=register');
    expect(from('/user/retrieve', false)).toBe('/user/login?tab=retrieve');
    expect(from('/user/register')).toBe('/user/loading');
  });
});
