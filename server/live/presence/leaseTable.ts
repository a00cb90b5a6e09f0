/**
 * Lease table of presence: the record and field that each open tab shows. A tab that does not renew its lease is removed, and its claim to a
 * field expires when the person stops typing. The table has no timers; callers pass the current time in Unix milliseconds.
 */
import { LIMITS } from '../../../common/limits';
import type { FocusRequest } from '../../../common/protocol/liveEvents';

export interface Person {
  /** `admin:7`. */
  readonly principal: string;
  readonly name: string;
}
/** The presence of one tab: its entity row and field. `e` and `f` are the keys of the wire. */
export interface TabPosition {
  /** Name of the entity. */
  readonly e: string;
  /** Id of the record; null: the list. */
  readonly id: number | null;
  /** Unix milliseconds since when the tab shows this record or list. */
  readonly since: number;
  /** Name of the field that the tab claims; null: none. */
  readonly f: string | null;
  /** Unix milliseconds since when the tab has this field. */
  readonly fieldSince: number;
  readonly idle: boolean;
}
export interface Tab extends Person, TabPosition {
  /** Public id of the tab. */
  readonly tag: string;
}
export type FocusPosition = FocusRequest & { readonly e: string };

interface Lease {
  readonly person: Person;
  readonly position: TabPosition;
  /** The reported field, whether or not its claim is still valid. */
  readonly reportedField: string | null;
  readonly until: number;
  readonly claimUntil: number;
}
export interface LeaseTable {
  /** Moves a tab or renews its lease; returns whether its visible state changed. */
  readonly put: (tag: string, person: Person, focus: FocusPosition, now: number) => boolean;
  readonly remove: (tag: string) => TabPosition | undefined;
  /** Removes expired leases and claims; returns the affected entities. */
  readonly expire: (now: number) => ReadonlySet<string>;
  readonly get: (tag: string) => Tab | undefined;
  readonly all: () => readonly Tab[];
}

const { presenceLeaseMs } = LIMITS;

/** Unix milliseconds when the claim to a field expires; 0: no claim. Only typing, or a move to another field, extends it. */
function claimExpiry(previous: Lease | undefined, focus: FocusPosition, now: number): number {
  const { e: entity, id, f: field, typed } = focus;
  if (field === null || id === null) return 0;
  const isSamePlace =
    previous !== undefined &&
    previous.position.e === entity &&
    previous.position.id === id &&
    previous.reportedField === field;
  return isSamePlace && typed !== true ? previous.claimUntil : now + presenceLeaseMs;
}

function nextPosition(
  previous: TabPosition | undefined,
  focus: FocusPosition,
  claimedField: string | null,
  now: number,
): TabPosition {
  const isSamePlace = previous !== undefined && previous.e === focus.e && previous.id === focus.id;
  return {
    e: focus.e,
    id: focus.id,
    since: isSamePlace ? previous.since : now,
    f: claimedField,
    fieldSince: isSamePlace && previous.f === claimedField ? previous.fieldSince : now,
    idle: focus.idle === true,
  };
}

const visibleState = (position: TabPosition | undefined): string =>
  position === undefined ? '' : JSON.stringify([position.e, position.id, position.f, position.idle]);
const toTab = (tag: string, { person, position }: Lease): Tab => ({ tag, ...person, ...position });

export function createLeaseTable(): LeaseTable {
  const leases = new Map<string, Lease>();
  return {
    put: (tag, person, focus, now) => {
      const previous = leases.get(tag);
      const claimUntil = claimExpiry(previous, focus, now);
      const position = nextPosition(previous?.position, focus, claimUntil > now ? focus.f : null, now);
      leases.set(tag, { person, position, reportedField: focus.f, until: now + presenceLeaseMs, claimUntil });
      return visibleState(position) !== visibleState(previous?.position);
    },
    remove: (tag) => {
      const previous = leases.get(tag);
      leases.delete(tag);
      return previous?.position;
    },
    expire: (now) => {
      const changedEntities = new Set<string>();
      for (const [tag, lease] of leases) {
        const { position } = lease;
        if (lease.until <= now) leases.delete(tag);
        else if (position.f !== null && lease.claimUntil <= now)
          leases.set(tag, { ...lease, position: { ...position, f: null, fieldSince: now } });
        else continue;
        changedEntities.add(position.e);
      }
      return changedEntities;
    },
    get: (tag) => {
      const lease = leases.get(tag);
      return lease && toTab(tag, lease);
    },
    all: () => [...leases].map(([tag, lease]) => toTab(tag, lease)),
  };
}
