/** Where messages may stand: as low as they can without lying over the buttons of a dialog, a drawer or a form. */
import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** Rows of buttons something is decided with; `data-foot` marks those that are no dialog's. */
const FEET = '.MuiDialogActions-root, [data-foot]';
const EDGE = 16;
const GAP = 8;
/** Dialogs open, slide in and go at any time while a message stands. */
const LOOK_MS = 200;

type Rect = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;
/** How far above the lower edge a box of the width and height of `box` covers none of `feet`. */
export function clearRoom(box: Rect, feet: readonly Rect[], height: number): number {
  const tall = box.bottom - box.top;
  const beside = feet.filter(({ left, right }) => left < box.right && right > box.left);
  const covered = (room: number) =>
    beside.find(({ top, bottom }) => top < height - room + GAP && bottom > height - room - tall - GAP);
  let room = EDGE;
  for (let foot = covered(room); foot; foot = covered(room)) room = height - foot.top + GAP * 2;
  return room + tall > height ? EDGE : room;
}

const isReachable = (foot: Element) => foot.closest('[aria-hidden="true"], [inert]') === null;
const rectsOf = (feet: Iterable<Element>): readonly Rect[] =>
  [...feet].filter(isReachable).flatMap((foot) => {
    const rect = foot.getBoundingClientRect();
    return rect.height > 0 ? [rect] : [];
  });

/** Puts the messages there; nothing sinks under a hand that is about to press it. */
function place(stack: HTMLElement): void {
  const feet = rectsOf(document.querySelectorAll(FEET));
  const room = clearRoom(stack.getBoundingClientRect(), feet, window.innerHeight);
  const held = stack.querySelector(':hover, :focus-visible') !== null;
  if (!held || room > Number.parseFloat(stack.style.bottom)) stack.style.bottom = `${room}px`;
}

/** Keeps the messages in `root` off what lies below them, as long as one `stands`. */
export function useClearRoom(root: RefObject<HTMLElement | null>, stands: boolean): void {
  useLayoutEffect(() => {
    if (root.current && stands) place(root.current);
  });
  useEffect(() => {
    if (!stands) return undefined;
    const timer = setInterval(() => root.current && place(root.current), LOOK_MS);
    return () => clearInterval(timer);
  }, [root, stands]);
}
