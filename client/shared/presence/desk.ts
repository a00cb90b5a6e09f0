/** The place people work at: how a screen says that it is shown, and a field that it is worked in. */
import { createContext, useContext, useEffect, type ComponentType } from 'react';
import type { AskAnswer } from '../../../common/protocol/live';
import type { Places } from './places';

export type Facts = ComponentType<{ readonly id: number }>;
export interface Desk {
  readonly places: Places;
  /** Asks a colleague's tab to let go of the field it is at. */
  readonly ask: (tab: string) => Promise<AskAnswer | undefined>;
  /** What else the app knows to say of a person, as far as the reader may see it. */
  readonly Facts?: Facts | undefined;
}
/** Null where nobody is told of anybody, as among members. */
export const DeskContext = createContext<Desk | null>(null);
export const useDesk = (): Desk | null => useContext(DeskContext);

/** Says that a list (`id` null) or a record is in sight for as long as the caller is. */
export function usePlace(e: string, id: number | null, shown = true): void {
  const places = useDesk()?.places;
  useEffect(() => (shown ? places?.stand({ e, id }) : undefined), [places, e, id, shown]);
}
