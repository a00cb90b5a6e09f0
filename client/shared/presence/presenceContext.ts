/** The place people work at: how a screen says that it is shown, and a field that it is worked in. */
import { createContext, useContext, useEffect, type ComponentType } from 'react';
import type { HandoverAck } from '../../../common/protocol/liveEvents';
import type { LocationReporter } from './locationReporter';

export type PersonDetails = ComponentType<{ readonly id: number }>;
export interface Presence {
  readonly location: LocationReporter;
  /** Asks a colleague's tab to let go of the field it is at. */
  readonly requestHandover: (tab: string) => Promise<HandoverAck | undefined>;
  /** What else the app knows to say of a person, as far as the reader may see it. */
  readonly PersonDetails?: PersonDetails | undefined;
}
/** Null where nobody is told of anybody, as among members. */
export const PresenceContext = createContext<Presence | null>(null);
export const usePresence = (): Presence | null => useContext(PresenceContext);

/** Says that a list (`id` null) or a record is in sight for as long as the caller is. */
export function useReportLocation(e: string, id: number | null, isShown = true): void {
  const location = usePresence()?.location;
  useEffect(() => (isShown ? location?.enter({ e, id }) : undefined), [location, e, id, isShown]);
}
