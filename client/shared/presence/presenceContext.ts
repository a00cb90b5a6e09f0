/** Context of presence: screens and fields report the location of this tab. */
import { createContext, useContext, useEffect, type ComponentType } from 'react';
import type { HandoverAck } from '../../../common/protocol/liveEvents';
import type { LocationReporter } from './locationReporter';

export type PersonDetails = ComponentType<{ readonly id: number }>;
export interface Presence {
  readonly location: LocationReporter;
  /** Asks another person's tab to release its field. */
  readonly requestHandover: (tabId: string) => Promise<HandoverAck | undefined>;
  /** Renders those further details of a person that the viewer may see. */
  readonly PersonDetails?: PersonDetails | undefined;
}
/** Null without presence, as in the member center. */
export const PresenceContext = createContext<Presence | null>(null);
export const usePresence = (): Presence | null => useContext(PresenceContext);

/** Reports a list (`id` null) or a record as this tab's location while the caller is mounted. */
export function useReportLocation(entityName: string, id: number | null, isShown = true): void {
  const location = usePresence()?.location;
  useEffect(() => (isShown ? location?.enter({ entityName, id }) : undefined), [location, entityName, id, isShown]);
}
