/** The files that a page prefetches: all that it may request later, and none of another page. */
import { expect, it } from '@jest/globals';
import { prefetchFiles } from './run/prefetchManifest.mjs';

it('prefetchManifest: lists all chunks, styles and workers of lazy parts, without those already loaded', () => {
  const manifest = {
    'admin.html': { file: 'admin.js', imports: ['_ui'], dynamicImports: ['chart.tsx', 'paper.tsx'] },
    'member.html': { file: 'member.js', imports: ['_ui'], dynamicImports: ['center.tsx'] },
    _ui: { file: 'ui.js', dynamicImports: ['icons.tsx'] },
    _canvas: { file: 'canvas.js', imports: ['_ui'] },
    'chart.tsx': { file: 'chart.js', css: ['chart.css'], imports: ['_canvas'], dynamicImports: ['admin.html'] },
    'paper.tsx': { file: 'paper.js', assets: ['worker.mjs'], imports: ['_canvas'] },
    'center.tsx': { file: 'center.js' },
    'icons.tsx': { file: 'icons.js' },
  };
  const expectedFiles = ['canvas.js', 'chart.css', 'chart.js', 'icons.js', 'paper.js', 'worker.mjs'];
  expect(prefetchFiles(manifest, 'admin.html').sort()).toEqual(expectedFiles);
  expect(prefetchFiles(manifest, 'member.html').sort()).toEqual(['center.js', 'icons.js']);
  expect(prefetchFiles(manifest, 'index.html')).toEqual([]);
});
