/** Says who we are on the running connection, before the token runs out and again with each new one. */
import type { AuthAnswer } from '../../common/protocol/live';
import { UNSEEN_BREAK_MS } from './gauge';
import type { Line } from './line';

const RENEW_BEFORE_MS = 60_000;
const LONGEST_TIMER_MS = 0x7fffffff;

/** What a mark says of the rights alone. */
const heldIn = (mark: string) => mark.split('.', 1)[0];
/** What changed at the server while nobody was there to hear it. */
function compare(line: Line, { rights, build }: Extract<AuthAnswer, { ok: true }>): void {
  if (line.rights !== '' && line.rights !== rights) {
    if (heldIn(line.rights) === heldIn(rights)) line.parts.onMenu();
    else line.parts.onAuthz();
  }
  if (line.build !== '' && line.build !== build) line.parts.onOutdated(false);
  line.rights = rights;
  line.build = build;
}

/** On this very connection; the answer tells how long that holds. `end` closes it when the session is over. */
export function introduce(line: Line, end: () => void): void {
  const token = line.parts.token();
  const { socket } = line;
  if (token === undefined || !socket) return;
  socket.emit('auth', { token }, (answer) => {
    if (socket !== line.socket) return;
    clearTimeout(line.expiry);
    if (!answer.ok) return void renew(line, end);
    compare(line, answer);
    const left = answer.exp - Date.now() - RENEW_BEFORE_MS;
    line.expiry = setTimeout(() => void renew(line, end), Math.min(Math.max(left, 1_000), LONGEST_TIMER_MS));
  });
}

/** A new token for the same connection, or for the next try to connect. */
export async function renew(line: Line, end: () => void): Promise<void> {
  const token = line.parts.token();
  const renewal = token === undefined ? 'ended' : await line.parts.renew(token);
  if (line.paused || !line.wanted) return;
  if (renewal === 'ended') {
    end();
    return;
  }
  if (renewal === 'unreachable') {
    line.expiry = setTimeout(() => void renew(line, end), UNSEEN_BREAK_MS * (1 + Math.random()));
  } else if (line.socket?.connected) {
    introduce(line, end);
  } else {
    line.socket?.connect();
  }
}
