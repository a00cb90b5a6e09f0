/** Authenticates the running connection, again with each new token and before the token expires. */
import type { AuthAck } from '../../../common/protocol/liveEvents';
import { INTERRUPTION_GRACE_MS } from './statusReporter';
import type { ConnectionState } from './connectionState';

const REFRESH_LEAD_MS = 60_000;
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

/** Authenticates on this connection and schedules the next refresh from the response. `onSessionEnded` closes the connection. */
export function authenticateSocket(state: ConnectionState, onSessionEnded: () => void): void {
  const token = state.options.token();
  const { socket } = state;
  if (token === undefined || !socket) return;
  socket.emit('auth', { token }, (response) => {
    if (socket !== state.socket) return;
    clearTimeout(state.reauthTimer);
    if (!response.ok) return void refreshAndAuthenticate(state, onSessionEnded);
    detectChanges(state, response);
    const msUntilRefresh = response.exp - Date.now() - REFRESH_LEAD_MS;
    state.reauthTimer = setTimeout(
      () => void refreshAndAuthenticate(state, onSessionEnded),
      Math.min(Math.max(msUntilRefresh, 1_000), MAX_TIMER_MS),
    );
  });
}

/** Refreshes the token for this connection, or for the next attempt to connect. */
export async function refreshAndAuthenticate(state: ConnectionState, onSessionEnded: () => void): Promise<void> {
  const token = state.options.token();
  const refreshResult = token === undefined ? 'ended' : await state.options.refreshTokens(token);
  if (state.isPaused || !state.isWanted) return;
  if (refreshResult === 'ended') {
    onSessionEnded();
    return;
  }
  if (refreshResult === 'unreachable') {
    state.reauthTimer = setTimeout(
      () => void refreshAndAuthenticate(state, onSessionEnded),
      INTERRUPTION_GRACE_MS * (1 + Math.random()),
    );
  } else if (state.socket?.connected) {
    authenticateSocket(state, onSessionEnded);
  } else {
    state.socket?.connect();
  }
}
