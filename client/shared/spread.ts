/** Many are told in one moment that their rights or their menu changed: each asks again a while later, and what is told twice meanwhile once. */
import type { ServerToClient } from '../../common/protocol/live';
import type { LinkParts } from './link';

type Notice = Parameters<ServerToClient['authz']>[0];
interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly due: number;
  /** Everything told meanwhile was about the menu. */
  isMenu: boolean;
}

export function createSpread({ onAuthz, onMenu }: Pick<LinkParts, 'onAuthz' | 'onMenu'>): (notice: Notice) => void {
  let waiting: Waiting | undefined;
  return ({ why, by, jitter = 0 }) => {
    const wait = Math.random() * jitter;
    const due = Date.now() + wait;
    const isMenu = why === 'menu' && waiting?.isMenu !== false;
    // Whoever asks later than he was told hears of both.
    if (waiting !== undefined && waiting.due <= due) {
      waiting.isMenu = isMenu;
      return;
    }
    clearTimeout(waiting?.timer);
    const run = (about: boolean) => {
      waiting = undefined;
      if (about) onMenu();
      else onAuthz(by);
    };
    waiting = undefined;
    if (wait === 0) run(isMenu);
    else waiting = { timer: setTimeout(() => run(waiting?.isMenu === true), wait), due, isMenu };
  };
}
