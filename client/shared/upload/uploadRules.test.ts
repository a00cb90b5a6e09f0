/** The client-side checks before an upload. */
import { describe, expect, it } from '@jest/globals';
import {
  isFileAllowed,
  formatFileSize,
  fileExtension,
  thumbnailUrl,
  parseTypeList,
} from '../../../common/text/fileTypes';
import { findRejectionReason, parseUploadRules } from './uploadRules';

const rules = (mimetype: string, maxsize = 1024) => parseUploadRules({ mode: 'local', mimetype, maxsize });
const file = (name: string, type = '', size = 10) => ({ name, type, size });

describe('findRejectionReason', () => {
  // @spec P5-029 P5-025 P5-026 P5-027 P5-028
  // @case T5.05
  it.each([
    ['*', 'a.exe', '', true],
    ['png,jpg', 'A.PNG', 'image/png', true],
    ['.png, .jpg', 'a.b.jpg', '', true],
    ['image/*', 'a.heic', 'image/heic', true],
    ['application/pdf', 'paper', 'application/pdf', true],
    ['png,jpg', 'a.gif', 'image/gif', false],
    ['png', 'png', '', false],
    ['image/*', 'a.png', '', true],
    ['png', 'x.png.exe', '', false],
  ])('with %s allowed, %s (%s) may be sent: %s', (allowed, name, type, may) => {
    expect(findRejectionReason(file(name, type), rules(allowed)) === undefined).toBe(may);
  });

  // @spec P5-024 P5-031 P8-017 P5-025 P8-018 P5-030 P8-019
  // @covers fault upload.incomplete, fault upload.type, fault upload.too_large
  it('returns the three refusals with the file or limit they name', () => {
    expect(findRejectionReason(file('', 'image/png'), rules('*'))?.key).toBe('faults.upload.incomplete');
    expect(findRejectionReason(file('a.png', 'image/png', 0), rules('*'))?.key).toBe('faults.upload.incomplete');
    expect(findRejectionReason(file('a.gif'), rules('png,jpg'))).toMatchObject({
      key: 'faults.upload.type',
      name: 'a.gif',
      allowed: 'png, jpg',
    });
    expect(findRejectionReason(file('a.png', '', 1025), rules('*'))).toMatchObject({
      key: 'faults.upload.too_large',
      max: '1 KB',
    });
    expect(findRejectionReason(file('a.png', '', 1024), rules('*'))).toBeUndefined();
  });

  it('allows only images for an image field', () => {
    expect(findRejectionReason(file('a.pdf', 'application/pdf'), rules('*'), true)?.allowed).toBe('image/*');
    const all = 'png, jpg, jpeg, webp, gif, avif, bmp';
    expect(findRejectionReason(file('a.svg', 'image/svg+xml'), rules('*'), true)?.allowed).toBe(all);
    for (const [name, type] of [
      ['a.svg', 'image/svg+xml'],
      ['a.heic', 'image/heic'],
      ['a', ''],
    ] as const)
      expect([
        name,
        findRejectionReason(file(name, type), rules('png,gif,pdf,zip,docx,mp4,json'), true)?.allowed,
      ]).toEqual([name, 'png, gif']);
    expect(findRejectionReason(file('a.jpg', 'image/jpeg'), rules('image/*,pdf'), true)).toBeUndefined();
    expect(findRejectionReason(file('a.png', 'image/png'), rules('*'), true)).toBeUndefined();
  });

  it('accepts a file of unknown type when the list has MIME types: the server decides', () => {
    expect(findRejectionReason(file('a.psd', ''), rules('image/*'))).toBeUndefined();
    expect(findRejectionReason(file('a.psd', ''), rules('png,pdf'))?.key).toBe('faults.upload.type');
    expect(findRejectionReason(file('a.html', 'text/html'), rules('image/*'))?.key).toBe('faults.upload.type');
  });

  it('accepts every file when the site has no rules', () => {
    expect(findRejectionReason(file('a.exe', '', 1e12), parseUploadRules(undefined))).toBeUndefined();
  });
});

describe('names and types of files', () => {
  it('file names and types are parsed without regard to case and spaces', () => {
    expect(['a.PNG', 'a.tar.gz', '.env', 'a', 'x.', 'dir.d/a'].map(fileExtension)).toEqual([
      'png',
      'gz',
      '',
      '',
      '',
      '',
    ]);
    expect(parseTypeList(' .PNG, image/*,,pdf ')).toEqual(['.png', 'image/*', 'pdf']);
    expect(isFileAllowed(['.png'], 'png', '')).toBe(true);
    expect([0, 1023, 1024, 1536, 10 * 1024 ** 2, 5 * 1024 ** 4].map(formatFileSize)).toEqual([
      '0 B',
      '1023 B',
      '1 KB',
      '1.5 KB',
      '10 MB',
      '5120 GB',
    ]);
  });

  it('thumbnailUrl: changes only the URLs of stored images', () => {
    expect(thumbnailUrl('/storage/a/b.png')).toBe('/storage/a/b.png?thumb=1');
    for (const url of ['/storage/a/b.pdf', 'https://cdn.example/a.png', '/storage/a.png?x=1', '']) {
      expect(thumbnailUrl(url)).toBe(url);
    }
  });
});
