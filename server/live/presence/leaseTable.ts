/**
 * Lease table of presence: the record and field that each open tab shows. A tab that does not renew its lease is removed, and its claim to a
 * field expires when the person stops typing. The table has no timers; callers pass the current time in Unix milliseconds.
 */
import { LIMITS } from '../../../common/limits';

export interface Person {
  /** `admin:7`. */
  readonly principal: string;
  readonly name: string;
}
/** The presence of one tab: its entity, row and field. */
export interface TabPosition {
  /** Name of the entity. */
  readonly entity: string;
  /** Id of the record; null: the list. */
  readonly id: number | null;
  /** Unix milliseconds since when the tab shows this record or list. */
  readonly since: number;
  /** Name of the field that the tab claims; null: none. */
  readonly field: string | null;
  /** Unix milliseconds since when the tab has this field. */
  readonly fieldSince: number;
  readonly idle: boolean;
}
export interface Tab extends Person, TabPosition {
  /** Public id of the tab. */
  readonly tabId: string;
}
/** The position that a tab reports; its field is null on a list. */
export interface ReportedPosition extends Pick<TabPosition, 'entity' | 'id' | 'field'> {
  /** The user typed since the last report: this renews the claim to the field. */
  readonly typed?: boolean | undefined;
  readonly idle?: boolean | undefined;
}

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
  readonly put: (tabId: string, person: Person, focus: ReportedPosition, now: number) => boolean;
  readonly remove: (tabId: string) => TabPosition | undefined;
  /** Removes expired leases and claims; returns the affected entities. */
  readonly expire: (now: number) => ReadonlySet<string>;
  readonly get: (tabId: string) => Tab | undefined;
  readonly all: () => readonly Tab[];
}

const { presenceLeaseMs } = LIMITS;

/** Unix milliseconds when the claim to a field expires; 0: no claim. Only typing, or a move to another field, extends it. */
function claimExpiry(previous: Lease | undefined, focus: ReportedPosition, now: number): number {
  const { entity, id, field, typed } = focus;
  if (field === null || id === null) return 0;
  const isSamePlace =
    previous !== undefined &&
    previous.position.entity === entity &&
    previous.position.id === id &&
    previous.reportedField === field;
  return isSamePlace && typed !== true ? previous.claimUntil : now + presenceLeaseMs;
}

function nextPosition(
  previous: TabPosition | undefined,
  focus: ReportedPosition,
  claimedField: string | null,
  now: number,
): TabPosition {
  const isSamePlace = previous !== undefined && previous.entity === focus.entity && previous.id === focus.id;
  return {
    entity: focus.entity,
    id: focus.id,
    since: isSamePlace ? previous.since : now,
    field: claimedField,
    fieldSince: isSamePlace && previous.field === claimedField ? previous.fieldSince : now,
    idle: focus.idle === true,
  };
}

const visibleState = (position: TabPosition | undefined): string =>
  position === undefined ? '' : JSON.stringify([position.entity, position.id, position.field, position.idle]);
const toTab = (tabId: string, { person, position }: Lease): Tab => ({ tabId, ...person, ...position });

export function createLeaseTable(): LeaseTable {
  const leases = new Map<string, Lease>();
  return {
    put: (tabId, person, focus, now) => {
      const previous = leases.get(tabId);
      const claimUntil = claimExpiry(previous, focus, now);
      const position = nextPosition(previous?.position, focus, claimUntil > now ? focus.field : null, now);
      leases.set(tabId, { person, position, reportedField: focus.field, until: now + presenceLeaseMs, claimUntil });
      return visibleState(position) !== visibleState(previous?.position);
    },
    remove: (tabId) => {
      const previous = leases.get(tabId);
      leases.delete(tabId);
      return previous?.position;
    },
    expire: (now) => {
      const changedEntities = new Set<string>();
      for (const [tabId, lease] of leases) {
        const { position } = lease;
        if (lease.until <= now) leases.delete(tabId);
        else if (position.field !== null && lease.claimUntil <= now)
          leases.set(tabId, { ...lease, position: { ...position, field: null, fieldSince: now } });
        else continue;
        changedEntities.add(position.entity);
      }
      return changedEntities;
    },
    get: (tabId) => {
      const lease = leases.get(tabId);
      return lease && toTab(tabId, lease);
    },
    all: () => [...leases].map(([tabId, lease]) => toTab(tabId, lease)),
  };
}
