/** A worker runs only scripts of the build. */
import { describe, expect, it } from '@jest/globals';
import { createBuildWorker } from './trustedTypes';

describe('createBuildWorker', () => {
  it('throws for every URL that is not a script of the build', () => {
    for (const url of [
      '/storage/default/x.js',
      '/assets/../storage/x.js',
      'https://evil.example/assets/x.js',
      '//evil.example/assets/x.js',
      'data:text/javascript,1',
      'blob:http://127.0.0.1/1',
      '/assets/x.js?y=1',
      '/assets/x.svg',
      '',
    ])
      expect(() => createBuildWorker(url)).toThrow('not a script of this build');
  });
});
