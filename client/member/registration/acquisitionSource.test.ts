/** A registration sends the acquisition source that the first page of the visit stored. */
import { afterEach, expect, it } from '@jest/globals';
import { ACQUISITION_KEY } from '../../../common/acquisition';
import { classifySource, readAcquisitionSource } from './acquisitionSource';

afterEach(() => sessionStorage.clear());

it.each([
  [{ source: '', from: 'https://www.google.com' }, 'search'],
  [{ source: '', from: 'https://www.baidu.com' }, 'search'],
  [{ source: '', from: 'https://google.evil.example' }, 'referral'],
  [{ source: '', from: 'https://forum.example' }, 'referral'],
  [{ source: 'invitation', from: 'https://www.google.com' }, 'invitation'],
  [{ source: '', from: '' }, 'direct'],
])('classifySource: %j is %s', (arrival, source) => {
  expect(classifySource(JSON.stringify(arrival))).toBe(source);
});

it('readAcquisitionSource: is direct without a stored arrival, else read from the session storage', () => {
  expect(readAcquisitionSource()).toBe('direct');
  sessionStorage.setItem(ACQUISITION_KEY, JSON.stringify({ source: 'app', from: '' }));
  expect(readAcquisitionSource()).toBe('app');
});
