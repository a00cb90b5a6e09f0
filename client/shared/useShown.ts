/** A row as its person sees it: with what they asked for and the server has not answered yet. */
import { useMemo } from 'react';
import { useAppSelector } from './createStore';
import { selectHeld, selectOverlays, type Held } from './entities';
import { overlay } from './overlay';

export function useShown(e: string, id: number): Held | undefined {
  const held = useAppSelector(selectHeld(e, id));
  const list = useAppSelector(selectOverlays(e, id));
  return useMemo(
    () => (held === undefined || list === undefined ? held : { ...held, row: overlay(held.row, list) }),
    [held, list],
  );
}
