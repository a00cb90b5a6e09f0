/** Addresses of files: absolute ones stay, others are below the CDN or the site. */
import { describe, expect, it } from '@jest/globals';
import { fileUrl } from './fileUrl';

describe('fileUrl', () => {
  it.each([
    ['/storage/a.png', '', '/storage/a.png'],
    ['storage/a.png', '', '/storage/a.png'],
    ['/storage/a.png', 'https://cdn.example.com', 'https://cdn.example.com/storage/a.png'],
    ['storage/a.png', 'https://cdn.example.com/', 'https://cdn.example.com/storage/a.png'],
    ['https://elsewhere.example.com/a.png', 'https://cdn.example.com', 'https://elsewhere.example.com/a.png'],
    ['//elsewhere.example.com/a.png', 'https://cdn.example.com', '//elsewhere.example.com/a.png'],
    ['data:image/png;base64,AA==', 'https://cdn.example.com', 'data:image/png;base64,AA=='],
    ['blob:https://x/1', 'https://cdn.example.com', 'blob:https://x/1'],
    ['', 'https://cdn.example.com', ''],
  ])('%s behind “%s” is %s', (path, network, full) => {
    expect(fileUrl(path, network)).toBe(full);
    expect(fileUrl(full, network)).toBe(full.startsWith('/') && !full.startsWith('//') ? `${network}${full}` : full);
  });
});
