/** Version hashes (fingerprints, like an ETag) of permissions and menu; a client refetches when its version differs. */
import { createHash } from 'node:crypto';
import type { Actor } from '../../../common/entity/access';
import { findKioskScope } from '../../access/kiosk/kioskScope';
import type { Registry, RuntimeRegistry } from '../../../common/entity/registry';
import type { Services } from '../../context';

/** The entity of menu rules of each side. */
export const MENU_TABLES = { admin: 'menu_rule', member: 'user_rule' } as const;

const getHash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** A hash of the permissions: equal on every node for equal permissions, and it reveals nothing about them. */
export const permissionFingerprint = (actor: Actor): string =>
  getHash([
    actor.isSuper,
    [...actor.permissions].sort(),
    actor.scope,
    actor.company_id,
    findKioskScope(actor)?.fingerprint,
    [...(actor.disabledRules ?? [])].sort(),
    [...(actor.hiddenEntities ?? [])].sort(),
  ]);

/** A text that changes with the definitions of the designed entities; 0 without any. */
function definitionsVersion(registry: Registry | RuntimeRegistry): string {
  const designed = 'designed' in registry ? registry.designed() : [];
  if (designed.length === 0) return '0';
  return getHash(designed.map(({ name, spec }) => [name, spec]));
}

/** A text that changes with every stored menu rule of one side. */
export async function menuVersion({ db }: Pick<Services, 'db'>, realm: keyof typeof MENU_TABLES): Promise<string> {
  const [menu] = await db.rows<Record<'n' | 'last' | 'writes', number | string | null>>(
    `SELECT COUNT(*) AS n, MAX(id) AS last, SUM(revision) AS writes FROM \`${MENU_TABLES[realm]}\``,
  );
  return [menu?.['n'], menu?.['last'], menu?.['writes']].map((part) => String(part ?? 0)).join('.');
}

/**
 * A text that changes with the permissions of the actor, with the menu and with the designed entities. The bootstrap response and each `auth` acknowledgement carry it, so that
 * the client notices a change that it missed on either.
 */
export async function permissionVersion(
  { db, registry }: Pick<Services, 'db'> & { readonly registry: Registry | RuntimeRegistry },
  actor: Actor,
): Promise<string> {
  const realm = actor.kind === 'member' ? 'member' : 'admin';
  if (registry.get(MENU_TABLES[realm]) === undefined) return permissionFingerprint(actor);
  return composePermissionVersion(registry, actor, await menuVersion({ db }, realm));
}

/** The same text for a version of the menu that was read already. */
export const composePermissionVersion = (registry: Registry | RuntimeRegistry, actor: Actor, menu: string): string =>
  [permissionFingerprint(actor), menu, definitionsVersion(registry)].join('.');
