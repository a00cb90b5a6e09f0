/** Printed documents parse into the same documents. */
import { expect, it } from '@jest/globals';
import { parseHtmlDocument } from './parseHtmlDocument';
import { printHtmlDocument } from './printHtmlDocument';

const TEXTS = [
  '<p>One &lt;b&gt; &amp; "two"</p><p></p><p class="align-center">Three<br />four</p>',
  '<h2>Title</h2><h4 class="align-right">Small</h4><hr />',
  '<p><strong>bold <em>both</em></strong> <s>s</s><u>u</u><sub>1</sub><sup>2</sup><code>x &lt; y</code></p>',
  '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener nofollow">a <strong>link</strong></a></p>',
  '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul><blockquote><p>q</p></blockquote>',
  '<pre><code class="language-ts">let a  = 1;\n  b &lt; c</code></pre>',
  '<table><tbody><tr><th colspan="2"><p>h</p></th></tr><tr><td rowspan="1"><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  '<figure><img src="/storage/a.png" alt="A &quot;b&quot;" width="20" height="10" /><figcaption>Text</figcaption></figure>',
];

it.each(TEXTS)('%s', (html) => {
  const document = parseHtmlDocument(html);
  const printed = parseHtmlDocument(printHtmlDocument(document), { keepsSpaces: true });
  expect(printed.toJSON()).toEqual(document.toJSON());
});
it('keeps spaces in a row', () => {
  const document = parseHtmlDocument('<p>One  two </p>', { keepsSpaces: true });
  expect(document.textContent).toBe('One  two ');
  expect(parseHtmlDocument(printHtmlDocument(document), { keepsSpaces: true }).eq(document)).toBe(true);
});
