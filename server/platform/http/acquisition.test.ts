/** Acquisition source of a visit: the first page that knows it decides, and only an origin is stored of a referrer. */
import { describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { ACQUISITION_KEY, ACQUISITION_SCRIPT, parseAcquisition } from '../../../common/acquisition';

/** One browser tab: runs the script as each page does. */
function createTab(navigator: object = {}) {
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const visit = (address: string, referrer = '') => {
    const { search, host, protocol, origin } = new URL(address, 'https://house.example');
    const page = { location: { search, host, protocol, origin }, document: { referrer }, sessionStorage, navigator };
    runInNewContext(ACQUISITION_SCRIPT, { ...page, URL, URLSearchParams, JSON });
    return parseAcquisition(kept.get(ACQUISITION_KEY) ?? null);
  };
  return { visit, kept };
}

describe('acquisition source', () => {
  it('the source is that of the first page, also on later pages', () => {
    const { visit, kept } = createTab();
    const google = { source: '', from: 'https://www.google.com' };
    expect(visit('/', 'https://www.google.com/search?q=a+secret+illness')).toEqual(google);
    expect(visit('/user/login', '')).toEqual(google);
    expect(visit('/user/login?source=app', 'https://other.example/')).toEqual(google);
    expect([...kept.values()].join()).not.toContain('illness');
  });

  it('the source is not set by a page that was opened directly, or from a page of this site', () => {
    const { visit } = createTab();
    expect(visit('/')).toBeUndefined();
    expect(visit('/user', 'https://house.example/')).toBeUndefined();
    expect(visit('/?source=invitation')).toEqual({ source: 'invitation', from: '' });
    expect(visit('/', 'https://www.google.com/')).toEqual({ source: 'invitation', from: '' });
  });

  it('the source is not stored for a browser that opted out', () => {
    for (const navigator of [{ globalPrivacyControl: true }, { doNotTrack: '1' }]) {
      const { visit, kept } = createTab(navigator);
      expect(visit('/?source=invitation', 'https://www.google.com/')).toBeUndefined();
      expect(kept.size).toBe(0);
    }
    for (const navigator of [{ globalPrivacyControl: false }, { doNotTrack: '0' }, { doNotTrack: null }])
      expect(createTab(navigator).visit('/?source=invitation')).toEqual({ source: 'invitation', from: '' });
  });

  it('accepts only known sources, and apps by their name', () => {
    expect(createTab().visit('/?source=%3Cscript%3E')).toBeUndefined();
    expect(createTab().visit('/', 'android-app://com.mail.reader/x')).toEqual({
      source: '',
      from: 'android-app://com.mail.reader',
    });
  });

  it('the source is dropped when the stored value was edited', () => {
    for (const edited of [null, '', '{', 'null', '[]', '"x"', `{"from":"${'x'.repeat(400)}"}`])
      expect(parseAcquisition(edited) ?? { source: '', from: '' }).toEqual({ source: '', from: '' });
    expect(parseAcquisition('{"source":"gold","from":7}')).toEqual({ source: '', from: '' });
  });

  it('never breaks a page: a browser without storage, a referrer that is not an address', () => {
    const { visit } = createTab();
    expect(visit('/', 'no address')).toBeUndefined();
    expect(() => runInNewContext(ACQUISITION_SCRIPT, { URL, URLSearchParams, location: { search: '' } })).not.toThrow();
  });
});
