/** Who is where, with leases: a tab that says nothing for a while is gone, a field nobody types in is free. It keeps no time of its own. */
import { LIMITS } from '../../../common/limits';
import type { FocusRequest } from '../../../common/protocol/live';

export interface Person {
  /** `admin:7`. */
  readonly principal: string;
  readonly name: string;
}
/** Where one tab is. */
export interface Standing {
  readonly e: string;
  readonly id: number | null;
  readonly since: number;
  readonly f: string | null;
  /** When it came to the field. */
  readonly fieldSince: number;
  readonly idle: boolean;
}
export interface Tab extends Person, Standing {
  /** Its public name. */
  readonly tag: string;
}
export type Presence = FocusRequest & { readonly e: string };

interface Leased {
  readonly person: Person;
  readonly standing: Standing;
  /** The field the tab says it is at, whether or not it still has a claim to it. */
  readonly at: string | null;
  readonly until: number;
  readonly claimUntil: number;
}
export interface LeaseTable {
  /** Moves a tab or renews its lease; whether anything others can see changed. */
  readonly put: (tag: string, person: Person, place: Presence, now: number) => boolean;
  readonly remove: (tag: string) => Standing | undefined;
  /** Ends leases and claims whose time is over; answers the entities concerned. */
  readonly expire: (now: number) => ReadonlySet<string>;
  readonly get: (tag: string) => Tab | undefined;
  readonly all: () => readonly Tab[];
}

const { presenceLease } = LIMITS;

/** Staying at a field without typing neither keeps a claim alive nor revives one that ended. */
function claimOf(known: Leased | undefined, { e, id, f, typed }: Presence, now: number): number {
  if (f === null || id === null) return 0;
  const stays = known !== undefined && known.standing.e === e && known.standing.id === id && known.at === f;
  return stays && typed !== true ? known.claimUntil : now + presenceLease;
}

function standingOf(known: Standing | undefined, place: Presence, f: string | null, now: number): Standing {
  const stays = known !== undefined && known.e === place.e && known.id === place.id;
  return {
    e: place.e,
    id: place.id,
    since: stays ? known.since : now,
    f,
    fieldSince: stays && known.f === f ? known.fieldSince : now,
    idle: place.idle === true,
  };
}

const seen = (standing: Standing | undefined): string =>
  standing === undefined ? '' : JSON.stringify([standing.e, standing.id, standing.f, standing.idle]);
const tabOf = (tag: string, { person, standing }: Leased): Tab => ({ tag, ...person, ...standing });

export function createLeaseTable(): LeaseTable {
  const leases = new Map<string, Leased>();
  return {
    put: (tag, person, place, now) => {
      const known = leases.get(tag);
      const claimUntil = claimOf(known, place, now);
      const standing = standingOf(known?.standing, place, claimUntil > now ? place.f : null, now);
      leases.set(tag, { person, standing, at: place.f, until: now + presenceLease, claimUntil });
      return seen(standing) !== seen(known?.standing);
    },
    remove: (tag) => {
      const known = leases.get(tag);
      leases.delete(tag);
      return known?.standing;
    },
    expire: (now) => {
      const touched = new Set<string>();
      for (const [tag, lease] of leases) {
        const { standing } = lease;
        if (lease.until <= now) leases.delete(tag);
        else if (standing.f !== null && lease.claimUntil <= now)
          leases.set(tag, { ...lease, standing: { ...standing, f: null, fieldSince: now } });
        else continue;
        touched.add(standing.e);
      }
      return touched;
    },
    get: (tag) => {
      const known = leases.get(tag);
      return known && tabOf(tag, known);
    },
    all: () => [...leases].map(([tag, lease]) => tabOf(tag, lease)),
  };
}
