/** Images of other websites are left out of formatted texts that were stored before they were refused. */
import { expect, it } from '@jest/globals';
import { findStoredImagePath, withoutForeignImages } from './foreignImages';

const OWN = ['', 'https://site.example'];

it.each([
  ['/storage/a.png', '/storage/a.png'],
  ['https://SITE.example/storage/a.png', '/storage/a.png'],
  ['https://site.example.evil/storage/a.png', undefined],
  ['https://site.example/admin/logout', undefined],
  ['//other.example/storage/a.png', undefined],
  ['', undefined],
])('findStoredImagePath: %s is the stored file %s', (address, path) =>
  expect(findStoredImagePath(address, OWN)).toBe(path),
);

it('withoutForeignImages: removes images of other websites and without an address, and keeps all else', () => {
  const own = '<p>x</p><img src="/storage/a.png" alt="" /><img src="https://site.example/storage/b.png" alt="b" />';
  const foreign = '<img src="https://other.example/a.png" alt="x" /><img alt="" />';
  expect(withoutForeignImages(`${own}${foreign}<p>&lt;img src="https://other.example"&gt;</p>`, OWN)).toBe(
    `${own}<p>&lt;img src="https://other.example"&gt;</p>`,
  );
});
