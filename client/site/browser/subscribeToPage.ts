/** Live updates of an open page of the public site: the server (`siteLive.ts`) sends its HTML again when a published row that it shows changes. */
import { io, type Socket } from 'socket.io-client';
import type { PageFrame, SiteHandshake } from '../../../common/site/siteEvents';
import { replacePage } from './replacePage';
import { FIRST_DELAY_MS, nextRetryDelay } from './retryDelay';

/** Longest delay between tries while the server cannot be reached. */
const LONGEST_OUTAGE_DELAY_MS = 10_000;

export function subscribeToPage(): void {
  const page = document.querySelector<HTMLElement>('#site');
  const path = page?.dataset['path'];
  if (!page || path === undefined || path === '') return;
  let version = page.dataset['version'] ?? '';
  const socket = io('/site', {
    transports: ['websocket', 'polling'],
    // The server sends the page at once when it has another version.
    auth: (send: (handshake: SiteHandshake) => void) => send({ path, version }),
    reconnectionDelay: FIRST_DELAY_MS,
    reconnectionDelayMax: LONGEST_OUTAGE_DELAY_MS,
    randomizationFactor: 0.8,
  });
  slowDownRefusedConnections(socket);
  socket.on('page', (frame: PageFrame) => {
    if (frame.path !== path || frame.version === version) return;
    version = frame.version;
    replacePage(page, frame);
  });
}

/** A server with too many readers accepts each connection and closes it at once. */
function slowDownRefusedConnections(socket: Socket): void {
  let delay = FIRST_DELAY_MS;
  let connectedAt = 0;
  socket.on('connect', () => (connectedAt = Date.now()));
  socket.on('disconnect', () => {
    delay = nextRetryDelay(delay, Date.now() - connectedAt);
    socket.io.reconnectionDelay(delay);
    socket.io.reconnectionDelayMax(Math.max(LONGEST_OUTAGE_DELAY_MS, delay));
  });
}
