/** The files that count for the size of an entry. */
import { expect, it } from '@jest/globals';
import { initialFiles } from './bundleSize';

it('initialFiles: follows static imports once, with their style sheets, and leaves out lazy imports', () => {
  const manifest = {
    'admin.html': { file: 'admin.js', css: ['admin.css'], imports: ['_react', '_ui'], dynamicImports: ['chart.tsx'] },
    _react: { file: 'react.js' },
    _ui: { file: 'ui.js', imports: ['_react'] },
    'chart.tsx': { file: 'chart.js' },
  };
  expect(initialFiles(manifest, 'admin.html')).toEqual(['admin.js', 'admin.css', 'react.js', 'ui.js']);
  expect(initialFiles(manifest, 'index.html')).toEqual([]);
});
