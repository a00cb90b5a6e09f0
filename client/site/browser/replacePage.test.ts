/** The styles of home blocks on an open page: replaced, removed and shown again with its live updates. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';

/** jsdom has no constructed style sheets. */
class TestSheet {
  text = '';
  replaceSync(text: string): void {
    this.text = text;
  }
}
const adopted = (): readonly string[] =>
  (document.adoptedStyleSheets as readonly unknown[] as TestSheet[]).map(({ text }) => text);

describe('replacePage', () => {
  beforeEach(() => {
    Object.assign(globalThis, { CSSStyleSheet: TestSheet });
    Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true });
    document.head.innerHTML = '<style data-blocks>h1{color:red}</style>';
    document.body.innerHTML = '<div id="site"><p>old</p></div>';
    jest.resetModules();
  });
  const load = async () => {
    const { replacePage } = await import('./replacePage');
    const page = document.querySelector<HTMLElement>('#site');
    if (page === null) throw new Error('there is no page');
    return (html: string, styles: string) =>
      replacePage(page, { path: '/', version: 'v', title: 'Title', html, styles });
  };

  it('keeps the styles of the document while they are the same', async () => {
    const replace = await load();
    replace('<p>new</p>', 'h1{color:red}');
    expect([document.querySelector('#site')?.innerHTML, document.title]).toEqual(['<p>new</p>', 'Title']);
    expect([document.querySelectorAll('style').length, adopted()]).toEqual([1, []]);
  });

  it('shows new styles instead, and none once the blocks have none', async () => {
    const replace = await load();
    replace('<p>new</p>', 'h1{color:green}');
    expect([document.querySelectorAll('style').length, adopted()]).toEqual([0, ['h1{color:green}']]);
    replace('<p>new</p>', '');
    expect(adopted()).toEqual([]);
    replace('<p>new</p>', 'h1{color:green}');
    expect(adopted()).toEqual(['h1{color:green}']);
  });

  it('removes the styles of the document once the blocks have none', async () => {
    const replace = await load();
    replace('<p>new</p>', '');
    expect([document.querySelectorAll('style').length, adopted()]).toEqual([0, []]);
  });
});
