/** Changes the open page into its new version: only what differs is touched, so that scroll position, menus and inputs stay. */
import morphdom from 'morphdom';
import type { PageFrame } from '../../../common/site/siteEvents';

interface HtmlPolicy {
  readonly createHTML: (html: string) => string;
}
interface WithTrustedTypes {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy;
  };
}

const identity: HtmlPolicy = { createHTML: (html) => html };
/** HTML of the server's own socket is trusted; the page's policy allows this one name. */
const htmlPolicy = (window as WithTrustedTypes).trustedTypes?.createPolicy('atrium', identity) ?? identity;

/** Elements whose state belongs to the visitor. */
const keepsState = (element: Element): boolean =>
  element.matches('form[data-form], .sent, form.search') || (element instanceof HTMLVideoElement && !element.paused);

export function replacePage(page: HTMLElement, { html, styles, title }: PageFrame): void {
  const template = document.createElement('template');
  template.innerHTML = htmlPolicy.createHTML(html);
  replaceStyles(styles);
  if (title !== '') document.title = title;
  const next = document.createElement('div');
  next.append(template.content);
  morphdom(page, next, {
    childrenOnly: true,
    onBeforeElUpdated: (from, to) => {
      if (keepsState(from) || from.isEqualNode(to)) return false;
      if (from instanceof HTMLDetailsElement && from.open) to.setAttribute('open', '');
      if (from.matches('.menu-button')) return false;
      if (from.hasAttribute('data-like') && from.hasAttribute('disabled')) return false;
      if (from.matches('.card, h1, h2, .block, .rich')) markChanged(from);
      return true;
    },
    onBeforeNodeDiscarded: (node) => !(node instanceof Element && keepsState(node)),
  });
}

/** Marks an element for the length of its animation. */
function markChanged(element: Element): void {
  element.addEventListener('animationend', () => element.classList.remove('changed'), { once: true });
  setTimeout(() => element.classList.add('changed'), 0);
}

/** The styles of home blocks that the page shows; undefined while they are those of its document. */
let adoptedStyles: string | undefined;

/** Styles of home blocks: a constructed sheet, which the page's policy allows. */
function replaceStyles(styles: string): void {
  const inline = document.querySelector('style[data-blocks]');
  const shown = adoptedStyles ?? inline?.textContent ?? '';
  if (shown === styles) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  inline?.remove();
  document.adoptedStyleSheets = styles === '' ? [] : [sheet];
  adoptedStyles = styles;
}
