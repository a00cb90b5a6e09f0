/** The permissions that a module can request, besides `refer:<entity>`. */
export const MODULE_PERMISSIONS = [
  'entities',
  'member_read',
  'member_write',
  'guest_read',
  'guest_write',
  'seeds',
  'assets',
] as const;
export type ModulePermission = (typeof MODULE_PERMISSIONS)[number];
