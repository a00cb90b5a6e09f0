/** Keeps an open page up to date: the server sends its HTML again when a published row that it shows changes. */
import { io } from 'socket.io-client';
import type { PageFrame, SiteHandshake } from '../../../common/site/siteEvents';
import { replacePage } from './replacePage';

export function subscribeToPage(): void {
  const page = document.querySelector<HTMLElement>('#site');
  const path = page?.dataset['path'];
  if (!page || path === undefined || path === '') return;
  let version = page.dataset['version'] ?? '';
  const socket = io('/site', {
    transports: ['websocket', 'polling'],
    // The server sends the page at once when it has another version.
    auth: (send: (handshake: SiteHandshake) => void) => send({ path, version }),
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.8,
  });
  socket.on('page', (frame: PageFrame) => {
    if (frame.path !== path || frame.version === version) return;
    version = frame.version;
    replacePage(page, frame);
  });
}
