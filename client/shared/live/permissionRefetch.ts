/**
 * Delays the reaction to changed permissions or menus by a jitter that the server sets, so that clients do not refetch at the same time.
 * Several events cause one refetch.
 */
import type { ServerToClient } from '../../../common/protocol/liveEvents';
import type { LiveConnectionOptions } from './liveConnectionTypes';

type PermissionsEvent = Parameters<ServerToClient['authz']>[0];
interface PendingRefetch {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly dueAt: number;
  /** All pending events concern only the menu. */
  isMenu: boolean;
}

export function createPermissionRefetch({
  onPermissionsChanged,
  onMenuChanged,
}: Pick<LiveConnectionOptions, 'onPermissionsChanged' | 'onMenuChanged'>): (event: PermissionsEvent) => void {
  let pending: PendingRefetch | undefined;
  return ({ why, by, jitter = 0 }) => {
    const delay = Math.random() * jitter;
    const dueAt = Date.now() + delay;
    const isMenu = why === 'menu' && pending?.isMenu !== false;
    // The pending refetch comes earlier and covers this event too.
    if (pending !== undefined && pending.dueAt <= dueAt) {
      pending.isMenu = isMenu;
      return;
    }
    clearTimeout(pending?.timer);
    const run = (isMenuOnly: boolean) => {
      pending = undefined;
      if (isMenuOnly) onMenuChanged();
      else onPermissionsChanged(by);
    };
    pending = undefined;
    if (delay === 0) run(isMenu);
    else pending = { timer: setTimeout(() => run(pending?.isMenu === true), delay), dueAt, isMenu };
  };
}
