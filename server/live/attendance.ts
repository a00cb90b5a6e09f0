/** Everybody who is here: staff at their screens, members on their devices, and who is told of either. */
import { createCare, type Care, type CareOptions } from './care/care';
import { createPresence, type Presence, type PresenceOptions } from './presence/presence';

export interface Attendance extends Omit<Presence, 'stats'>, Pick<Care, 'came' | 'acked'> {
  readonly care: Care['ask'];
  /** Members somebody looks at. */
  readonly watched: Care['stats'];
}

export function createAttendance(options: PresenceOptions & CareOptions): Attendance {
  const [presence, care] = [createPresence(options), createCare(options)];
  const both = <A extends unknown[]>(one: (...args: A) => void, other: (...args: A) => void) => {
    return (...args: A) => {
      one(...args);
      other(...args);
    };
  };
  return {
    ...presence,
    care: care.ask,
    watched: care.stats,
    came: care.came,
    acked: care.acked,
    leave: both(presence.leave, care.leave),
    note: both(presence.note, care.note),
    look: both(presence.look, care.look),
    recheck: both(presence.recheck, care.look),
    restart: both(presence.restart, care.restart),
    stop: async () => {
      await Promise.all([presence.stop(), care.stop()]);
    },
  };
}
