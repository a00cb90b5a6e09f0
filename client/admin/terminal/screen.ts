/** The pane that shows what a task prints: colours, links and a search, and nothing can be typed into it. */
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { nonceOf } from '../../shared/styleCache';
import { MONO, palettes } from '../../shared/tokens';

export interface Screen {
  readonly write: (text: string) => void;
  readonly clear: () => void;
  /** Whether the newest line is kept in sight. */
  readonly follow: (on: boolean) => void;
  readonly find: (text: string, back: boolean) => boolean;
  readonly close: () => void;
}
export interface ScreenOptions {
  readonly label: string;
  /** The reader scrolled up, or down to the newest line again. */
  readonly onFollow: (on: boolean) => void;
}

const SCROLLBACK = 200_000;
const { background, text, primary, error, success, warning, info } = palettes.dark;
const THEME = {
  background: background.sunken,
  foreground: text.primary,
  cursor: background.sunken,
  selectionBackground: '#4a5260',
  red: error.main,
  green: success.main,
  yellow: warning.main,
  blue: info.main,
  magenta: primary.main,
};

/** Only addresses that begin like one are links, and they open beside the console, knowing nothing of it. */
const openLink = (_event: MouseEvent, address: string) => {
  if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
};

type Create = (name: string, options?: ElementCreationOptions) => HTMLElement;
/** The pane writes style sheets when it opens; the page's policy lets in only those that carry its word. */
function withNonce(work: () => void): void {
  const nonce = nonceOf(document);
  const create: Create = Reflect.get(document, 'createElement');
  const made: Create = (name, options) => {
    const element = create.call(document, name, options);
    if (nonce !== undefined && name === 'style') element.nonce = nonce;
    return element;
  };
  Reflect.set(document, 'createElement', made);
  try {
    work();
  } finally {
    // What stood in its way goes: the browser's own is there again.
    Reflect.deleteProperty(document, 'createElement');
  }
}

export function openScreen(place: HTMLElement, { label, onFollow }: ScreenOptions): Screen {
  const terminal = new Terminal({
    disableStdin: true,
    scrollback: SCROLLBACK,
    fontFamily: MONO,
    fontSize: 13,
    theme: THEME,
    screenReaderMode: true,
    cursorInactiveStyle: 'none',
    allowProposedApi: true,
  });
  const fit = new FitAddon();
  const search = new SearchAddon();
  for (const addon of [fit, search, new WebLinksAddon(openLink)]) terminal.loadAddon(addon);
  withNonce(() => terminal.open(place));
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.textarea?.setAttribute('readonly', '');
  let following = true;
  const isAtEnd = () => terminal.buffer.active.viewportY >= terminal.buffer.active.baseY;
  const observer = new ResizeObserver(() => {
    if (place.clientWidth > 0) fit.fit();
    if (following) terminal.scrollToBottom();
  });
  observer.observe(place);
  const look = () => {
    if (isAtEnd() === following) return;
    following = isAtEnd();
    onFollow(following);
  };
  place.addEventListener('wheel', () => requestAnimationFrame(look), { passive: true });
  place.addEventListener('keyup', look);
  return {
    write: (data) =>
      terminal.write(data, () => {
        if (following) terminal.scrollToBottom();
      }),
    clear: () => terminal.reset(),
    follow: (on) => {
      following = on;
      if (on) terminal.scrollToBottom();
    },
    find: (wanted, back) =>
      wanted !== '' && (back ? search.findPrevious(wanted) : search.findNext(wanted, { incremental: false })),
    close: () => {
      observer.disconnect();
      terminal.dispose();
    },
  };
}
