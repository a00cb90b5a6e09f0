/** Read-only xterm.js view with colors, links and search. */
import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { readCspNonce } from '../../shared/theme/styleCache';
import { MONOSPACE_FONT, palettes } from '../../shared/theme/designTokens';

export interface OutputView {
  readonly write: (text: string) => void;
  readonly clear: () => void;
  /** Whether the view scrolls with new output. */
  readonly setFollowing: (isOn: boolean) => void;
  readonly find: (text: string, isBackward: boolean) => boolean;
  readonly close: () => void;
}
export interface OutputViewOptions {
  readonly label: string;
  /** The reader scrolled up, or back to the newest line. */
  readonly onFollowChange: (isOn: boolean) => void;
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

/** Opens only http(s) links, in a new tab without access to this page. */
const openLink = (_event: MouseEvent, address: string) => {
  if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
};

type CreateElement = (name: string, options?: ElementCreationOptions) => HTMLElement;
/** xterm.js adds style elements when it opens; the CSP requires a nonce on them. */
function withNonce(openTerminal: () => void): void {
  const nonce = readCspNonce(document);
  const originalCreate: CreateElement = Reflect.get(document, 'createElement');
  const createWithNonce: CreateElement = (name, options) => {
    const element = originalCreate.call(document, name, options);
    if (nonce !== undefined && name === 'style') element.nonce = nonce;
    return element;
  };
  Reflect.set(document, 'createElement', createWithNonce);
  try {
    openTerminal();
  } finally {
    // Uncovers the native method of the prototype.
    Reflect.deleteProperty(document, 'createElement');
  }
}

export function createOutputView(container: HTMLElement, { label, onFollowChange }: OutputViewOptions): OutputView {
  const terminal = new Terminal({
    disableStdin: true,
    scrollback: SCROLLBACK,
    fontFamily: MONOSPACE_FONT,
    fontSize: 13,
    theme: THEME,
    screenReaderMode: true,
    cursorInactiveStyle: 'none',
    allowProposedApi: true,
  });
  const fitAddon = new FitAddon();
  const searchAddon = new SearchAddon();
  for (const addon of [fitAddon, searchAddon, new WebLinksAddon(openLink)]) terminal.loadAddon(addon);
  withNonce(() => terminal.open(container));
  terminal.textarea?.setAttribute('aria-label', label);
  terminal.textarea?.setAttribute('readonly', '');
  let isFollowing = true;
  const isAtEnd = () => terminal.buffer.active.viewportY >= terminal.buffer.active.baseY;
  const observer = new ResizeObserver(() => {
    if (container.clientWidth > 0) fitAddon.fit();
    if (isFollowing) terminal.scrollToBottom();
  });
  observer.observe(container);
  const updateFollowing = () => {
    if (isAtEnd() === isFollowing) return;
    isFollowing = isAtEnd();
    onFollowChange(isFollowing);
  };
  container.addEventListener('wheel', () => requestAnimationFrame(updateFollowing), { passive: true });
  container.addEventListener('keyup', updateFollowing);
  return {
    write: (data) =>
      terminal.write(data, () => {
        if (isFollowing) terminal.scrollToBottom();
      }),
    clear: () => terminal.reset(),
    setFollowing: (isOn) => {
      isFollowing = isOn;
      if (isOn) terminal.scrollToBottom();
    },
    find: (needle, isBackward) =>
      needle !== '' &&
      (isBackward ? searchAddon.findPrevious(needle) : searchAddon.findNext(needle, { incremental: false })),
    close: () => {
      observer.disconnect();
      terminal.dispose();
    },
  };
}
