/** The actor of a kiosk display: its owner, limited to the permissions that the cards need and that the author of the cards has. */
import { GUEST, type Actor } from '../../../common/entity/access';
import { findColumn } from '../../../common/entity/columns';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { Registry } from '../../../common/entity/registry';
import { findCardEntity, CROSSED_THRESHOLDS_LIST } from '../../../common/live/dashboardCards';
import { ALL_PERMISSIONS, intersectPermissions } from '../rbac/rbac';
import { createKioskScope, setKioskScope, type KioskScope } from './kioskScope';
import type { ActiveKiosk } from './kioskTokens';

/** The permission keys that the cards need: `index` to list or count rows, and access to amounts only for sums. */
function permissionsFor(registry: Registry, { cards, lists }: KioskScope): ReadonlySet<string> {
  const permissions = new Set<string>();
  for (const e of [CROSSED_THRESHOLDS_LIST.e, ...cards.map(findCardEntity)]) {
    const entity = e === undefined ? undefined : registry.get(e);
    if (entity !== undefined) permissions.add(permissionKey(entity, 'index'));
  }
  for (const { e, add, also } of cards) {
    const entity = e === undefined || lists.some((list) => list.e === e) ? undefined : registry.get(e);
    const summed = [add, also].flatMap((name) => (name === undefined ? [] : [entity && findColumn(entity, name)]));
    if (entity !== undefined && summed.some((column) => column?.sensitivity === 'money'))
      permissions.add(permissionKey(entity, 'see_money'));
  }
  return permissions;
}

/** Replaces a deleted or disabled admin who saved the cards. */
const ACTOR_WITHOUT_PERMISSIONS: Actor = { ...GUEST, kind: 'staff', permissions: new Set() };
const boundedActors = new WeakMap<Actor, WeakMap<Actor, Actor>>();
const intersectScopes = (a: Actor['scope'], b: Actor['scope']): Actor['scope'] => {
  if (a === 'all' || b === 'all') return a === 'all' ? b : a;
  return a.filter((id) => b.includes(id));
};

/**
 * The owner of a kiosk display with no more permissions than the admin who saved its cards: editing a board must not reveal, on a kiosk,
 * what only the owner may see. The same two actors give the same object.
 */
export function limitToCardAuthor(owner: Actor, arranger: Actor = ACTOR_WITHOUT_PERMISSIONS): Actor {
  if (arranger.isSuper || arranger === owner) return owner;
  const cachedActors = boundedActors.get(owner) ?? new WeakMap<Actor, Actor>();
  const cached = cachedActors.get(arranger);
  if (cached) return cached;
  const permissions = owner.isSuper
    ? arranger.permissions
    : intersectPermissions(owner.permissions, arranger.permissions);
  const scope = intersectScopes(owner.isSuper ? 'all' : owner.scope, arranger.scope);
  const actor: Actor = { ...owner, permissions, scope, isSuper: false };
  boundedActors.set(owner, cachedActors.set(arranger, actor));
  return actor;
}

const kioskActors = new WeakMap<Actor, Map<string, Actor>>();
/** The bounded owner with only the permissions that the cards need. Equal permissions give the same object, so that caches by actor keep working. */
export function createKioskActor(registry: Registry, owner: Actor, kiosk: ActiveKiosk): Actor {
  const kioskScope = createKioskScope(kiosk.name, kiosk.cards);
  const key = `${kiosk.id} ${kioskScope.fingerprint}`;
  const cachedActors = kioskActors.get(owner) ?? new Map<string, Actor>();
  const cached = cachedActors.get(key);
  if (cached) return cached;
  const permissions = intersectPermissions(
    permissionsFor(registry, kioskScope),
    owner.isSuper ? new Set([ALL_PERMISSIONS]) : owner.permissions,
  );
  const actor: Actor = { ...owner, name: kiosk.name, permissions, isSuper: false };
  setKioskScope(actor, kioskScope);
  kioskActors.set(owner, cachedActors.set(key, actor));
  return actor;
}
