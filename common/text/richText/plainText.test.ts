/** Formatted texts as plain texts, and excerpts of them. */
import { expect, it } from '@jest/globals';
import { excerptAround, plainText } from './plainText';

it('plainText: blocks divide words, inline elements do not, and a cut end leaves no markup', () => {
  expect(
    plainText('<h2>One</h2><p>for<strong>mat</strong> &lt;b&gt; &amp;amp;</p><ul><li>a</li><li><p>b</p></li></ul>'),
  ).toBe('One · format <b> &amp; a · b');
  expect(plainText('<p>whole</p><a href="/x')).toBe('whole');
  expect(plainText('<p>a &am')).toBe('a');
});

it('excerptAround: shows the word with context, whole where the text is short', () => {
  const text = `${'before '.repeat(40)}Target ${'after '.repeat(40)}`.trim();
  const excerpt = excerptAround(text, 'target', 100);
  expect(excerpt).toMatch(/^…before .*Target after .*…$/);
  expect(excerpt.length).toBeLessThan(104);
  expect([excerptAround('A short text', 'text', 100), excerptAround(text, 'absent', 20)]).toEqual([
    'A short text',
    'before before…',
  ]);
  expect(excerptAround(`${'😀'.repeat(80)}x`, 'x', 30)).not.toMatch(/^…[\uDC00-\uDFFF]/);
});
