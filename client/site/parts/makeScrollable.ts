/** Tables and code that may be wider than the screen scroll by the keyboard too, and have names for screen readers. */

interface ScrollableNames {
  readonly table: string;
  readonly code: string;
}

/**
 * Returns sanitized HTML in which the keyboard reaches each table and each block of code. They are groups, not regions: a page with many
 * tables would have too many landmarks.
 */
export const makeScrollable = (html: string, { table, code }: ScrollableNames): string =>
  html
    .replaceAll(/<table(?=[\s>])/g, `<div class="scroll" tabindex="0" role="group" aria-label="${table}"><table`)
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre(?=[\s>])/g, `<pre tabindex="0" role="group" aria-label="${code}"`);
