/** What counts into an entry's weight. */
import { expect, it } from '@jest/globals';
import { initialFiles } from './bundleSize';

it('follows static imports once, with their style sheets, and leaves the lazy ones out', () => {
  const manifest = {
    'admin.html': { file: 'admin.js', css: ['admin.css'], imports: ['_react', '_ui'], dynamicImports: ['chart.tsx'] },
    _react: { file: 'react.js' },
    _ui: { file: 'ui.js', imports: ['_react'] },
    'chart.tsx': { file: 'chart.js' },
  };
  expect(initialFiles(manifest, 'admin.html')).toEqual(['admin.js', 'admin.css', 'react.js', 'ui.js']);
  expect(initialFiles(manifest, 'index.html')).toEqual([]);
});
