/** Drag and drop of dashboard cards: drags a card over others, by mouse, pen or touch: the card takes the place of the one below the pointer at once. */
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Position of the pointer at the start of a drag, in pixels of the viewport. */
export interface Grab {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}
interface DragOptions {
  readonly id: string;
  readonly cellRef: RefObject<HTMLElement | null>;
  readonly onMoveTo: (target: string) => void;
}

/** The card below a point, other than the dragged one. */
function findCardAt(x: number, y: number, id: string): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const target = element.closest<HTMLElement>('[data-card]')?.dataset['card'];
    if (target !== undefined && target !== id) return target;
  }
  return undefined;
}

/** Moves the cell with the pointer: its place in the grid changes while it is dragged. */
function followPointer(
  cell: HTMLElement,
  grabOffset: { readonly x: number; readonly y: number },
  x: number,
  y: number,
) {
  cell.style.transform = 'none';
  const { left, top } = cell.getBoundingClientRect();
  cell.style.transform = `translate(${x - left - grabOffset.x}px, ${y - top - grabOffset.y}px)`;
}

/** `grab` is set while the card is held. Follows the pointer on the window: React may move the element in the document meanwhile. */
export function useCardDrag({ id, cellRef, onMoveTo }: DragOptions, initial: Grab | null) {
  const [grab, setGrab] = useState(initial?.id === id ? initial : null);
  const moveTo = useEffectEvent(onMoveTo);
  useEffect(() => {
    const { current: cell } = cellRef;
    if (grab === null || cell === null) return undefined;
    const { left, top } = cell.getBoundingClientRect();
    const offset = { x: grab.x - left, y: grab.y - top };
    let lastTarget: string | undefined;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      followPointer(cell, offset, clientX, clientY);
      const target = findCardAt(clientX, clientY, id);
      if (target !== undefined && target !== lastTarget) moveTo(target);
      lastTarget = target;
    };
    const onEnd = () => setGrab(null);
    const keepPage = (event: TouchEvent) => event.preventDefault();
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
    window.addEventListener('touchmove', keepPage, { passive: false });
    return () => {
      cell.style.transform = '';
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      window.removeEventListener('touchmove', keepPage);
    };
  }, [grab, id, cellRef]);
  return { isHeld: grab !== null, hold: (x: number, y: number) => setGrab({ id, x, y }) };
}
