/** Authenticates the running connection, again with each new token and before the token expires. */
import type { AuthAck } from '../../../common/protocol/liveEvents';
import { SHORT_BREAK_MS } from './statusReporter';
import type { ConnectionState } from './connectionState';

const RENEW_LEAD_MS = 60_000;
const MAX_TIMER_MS = 0x7fffffff;

/** The part of the version that concerns the permissions; the rest concerns the menu. */
const permissionsPart = (version: string) => version.split('.', 1)[0];
/** Detects changes of permissions, menu and build during a break. */
function detectChanges(
  state: ConnectionState,
  { rights: permissionsVersion, build }: Extract<AuthAck, { ok: true }>,
): void {
  if (state.permissionsVersion !== '' && state.permissionsVersion !== permissionsVersion) {
    if (permissionsPart(state.permissionsVersion) === permissionsPart(permissionsVersion))
      state.options.onMenuChanged();
    else state.options.onPermissionsChanged();
  }
  if (state.build !== '' && state.build !== build) state.options.onOutdated(false);
  state.permissionsVersion = permissionsVersion;
  state.build = build;
}

/** Authenticates on this connection and schedules the next renewal from the response. `onSessionEnded` closes the connection. */
export function authenticateSocket(state: ConnectionState, onSessionEnded: () => void): void {
  const token = state.options.token();
  const { socket } = state;
  if (token === undefined || !socket) return;
  socket.emit('auth', { token }, (response) => {
    if (socket !== state.socket) return;
    clearTimeout(state.reauthTimer);
    if (!response.ok) return void renewAndAuthenticate(state, onSessionEnded);
    detectChanges(state, response);
    const msUntilRenewal = response.exp - Date.now() - RENEW_LEAD_MS;
    state.reauthTimer = setTimeout(
      () => void renewAndAuthenticate(state, onSessionEnded),
      Math.min(Math.max(msUntilRenewal, 1_000), MAX_TIMER_MS),
    );
  });
}

/** Renews the token for this connection, or for the next attempt to connect. */
export async function renewAndAuthenticate(state: ConnectionState, onSessionEnded: () => void): Promise<void> {
  const token = state.options.token();
  const renewal = token === undefined ? 'ended' : await state.options.renewToken(token);
  if (state.isPaused || !state.isWanted) return;
  if (renewal === 'ended') {
    onSessionEnded();
    return;
  }
  if (renewal === 'unreachable') {
    state.reauthTimer = setTimeout(
      () => void renewAndAuthenticate(state, onSessionEnded),
      SHORT_BREAK_MS * (1 + Math.random()),
    );
  } else if (state.socket?.connected) {
    authenticateSocket(state, onSessionEnded);
  } else {
    state.socket?.connect();
  }
}
