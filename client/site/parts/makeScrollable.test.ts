/** Wide parts of formatted texts are reached by the keyboard. */
import { expect, it } from '@jest/globals';
import { makeScrollable } from './makeScrollable';

const names = { table: 'Table', code: 'Code' };

it('tables and code get a focusable group with a name, all other markup stays', () => {
  expect(makeScrollable('<p>a</p><table><tr><td>1</td></tr></table><pre><code>x</code></pre>', names)).toBe(
    '<p>a</p><div class="scroll" tabindex="0" role="group" aria-label="Table"><table><tr><td>1</td></tr></table></div>' +
      '<pre tabindex="0" role="group" aria-label="Code"><code>x</code></pre>',
  );
  expect(makeScrollable('<p>&lt;table&gt; and &lt;pre&gt;</p>', names)).toBe('<p>&lt;table&gt; and &lt;pre&gt;</p>');
});

it('a table inside a cell stays inside its own group', () => {
  const nested = makeScrollable('<table><tr><td><table></table></td></tr></table>', names);
  expect([nested.match(/<div/g)?.length, nested.match(/<\/table><\/div>/g)?.length]).toEqual([2, 2]);
});
