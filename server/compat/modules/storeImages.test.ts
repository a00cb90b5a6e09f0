/** Pictures of a list: each once, and none that fails, is late or is too much. */
import { describe, expect, it } from '@jest/globals';
import { loadStoreImages } from './storeImages';

describe('the pictures of the module store', () => {
  it('are loaded once each; a refused one is missing', async () => {
    const asked: string[] = [];
    const load = (path: string) => {
      asked.push(path);
      return Promise.resolve(path === '/gone' ? undefined : `data:${path}`);
    };
    const images = await loadStoreImages(['/a', '', '/b', '/a', '/gone'], load);
    expect([asked, [...images]]).toEqual([
      ['/a', '/b', '/gone'],
      [
        ['/a', 'data:/a'],
        ['/b', 'data:/b'],
      ],
    ]);
  });

  it('end with the time, the count and the size of a response', async () => {
    const never = () => new Promise<string>(() => undefined);
    const slow = await loadStoreImages(['/a', '/slow'], (path) => (path === '/a' ? Promise.resolve('x') : never()), {
      maxMs: 30,
    });
    expect([...slow.keys()]).toEqual(['/a']);
    const paths = ['/1', '/2', '/3'];
    const load = (path: string) => Promise.resolve(path.repeat(10));
    expect([...(await loadStoreImages(paths, load, { maxImages: 2 })).keys()]).toEqual(['/1', '/2']);
    expect([...(await loadStoreImages(paths, load, { maxChars: 45 })).keys()]).toEqual(['/1', '/2']);
  });

  it('rethrow errors that the source did not cause', async () => {
    const broken = () => Promise.reject(new Error('a bug'));
    await expect(loadStoreImages(['/a'], broken)).rejects.toThrow('a bug');
  });
});
