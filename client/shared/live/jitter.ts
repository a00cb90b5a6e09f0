/** Many are told in one moment that their rights or their menu changed: each asks again a while later, and what is told twice meanwhile once. */
import type { ServerToClient } from '../../../common/protocol/liveEvents';
import type { LiveConnectionOptions } from './types';

type Notice = Parameters<ServerToClient['authz']>[0];
interface PendingNotice {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly dueAt: number;
  /** Everything told meanwhile was about the menu. */
  isMenu: boolean;
}

export function createJitteredHandler({
  onPermissionsChanged: onAuthz,
  onMenuChanged: onMenu,
}: Pick<LiveConnectionOptions, 'onPermissionsChanged' | 'onMenuChanged'>): (notice: Notice) => void {
  let pending: PendingNotice | undefined;
  return ({ why, by, jitter = 0 }) => {
    const delay = Math.random() * jitter;
    const dueAt = Date.now() + delay;
    const isMenu = why === 'menu' && pending?.isMenu !== false;
    // Whoever asks later than he was told hears of both.
    if (pending !== undefined && pending.dueAt <= dueAt) {
      pending.isMenu = isMenu;
      return;
    }
    clearTimeout(pending?.timer);
    const run = (isMenuOnly: boolean) => {
      pending = undefined;
      if (isMenuOnly) onMenu();
      else onAuthz(by);
    };
    pending = undefined;
    if (delay === 0) run(isMenu);
    else pending = { timer: setTimeout(() => run(pending?.isMenu === true), delay), dueAt, isMenu };
  };
}
