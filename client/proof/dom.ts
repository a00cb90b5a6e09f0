/** The browser globals that React needs to run hooks without a screen. Import it before React. */
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!doctype html><body></body>', { url: 'http://127.0.0.1/admin' });
for (const name of ['window', 'document', 'HTMLElement', 'HTMLIFrameElement', 'Node', 'navigator'] as const)
  Object.defineProperty(globalThis, name, {
    value: name === 'window' ? window : window[name],
    writable: true,
    configurable: true,
  });
