/** The permissions that a module can request, besides those that name an entity or a host. */
export const MODULE_PERMISSIONS = [
  'entities',
  'member_read',
  'member_write',
  'guest_read',
  'guest_write',
  'seeds',
  'assets',
  'hooks',
  'settings',
  'screens',
  'site_pages',
  'member_pages',
  'dashboards',
] as const;
export type ModulePermission = (typeof MODULE_PERMISSIONS)[number];

/** Permissions that name an entity, such as `refer:news`. All but the first are for the code of a module. */
export const ENTITY_PERMISSIONS = ['refer', 'before', 'after', 'read', 'write'] as const;
export type EntityPermission = (typeof ENTITY_PERMISSIONS)[number];

/** A permission in its parts; `subject` is the entity or the host, or empty. */
export interface PermissionParts {
  readonly kind: ModulePermission | EntityPermission | 'http';
  readonly subject: string;
}

const isEntityName = (text: string): boolean => /^[a-z][a-z0-9_]{0,39}$/.test(text);
const isHostName = (text: string): boolean =>
  text.length <= 253 && text.includes('.') && text.split('.').every((label) => /^[a-z0-9-]{1,63}$/.test(label));

/** Reads a permission; undefined when a module cannot ask for it. */
export function parsePermission(text: string): PermissionParts | undefined {
  const plain = MODULE_PERMISSIONS.find((name) => name === text);
  if (plain !== undefined) return { kind: plain, subject: '' };
  const colon = text.indexOf(':');
  const [name, subject] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  if (name === 'http') return isHostName(subject) ? { kind: 'http', subject } : undefined;
  const kind = ENTITY_PERMISSIONS.find((permission) => permission === name);
  return kind !== undefined && isEntityName(subject) ? { kind, subject } : undefined;
}
