/** The dotted controller names of older clients, and the entities they name. */

export const COMPAT_NAMES: Readonly<Record<string, string>> = {
  'auth.admin': 'admin',
  'auth.group': 'admin_group',
  'auth.menu': 'menu_rule',
  'auth.rule': 'menu_rule',
  'auth.adminlog': 'admin_log',
  'user.user': 'user',
  'user.group': 'user_group',
  'user.rule': 'user_rule',
  'user.moneylog': 'user_money_log',
  'user.scorelog': 'user_score_log',
  'routine.attachment': 'attachment',
  'routine.config': 'config',
  'routine.admininfo': 'profile',
  'security.datarecycle': 'recycle_rule',
  'security.datarecyclelog': 'recycle_log',
  'security.sensitivedata': 'sensitive_rule',
  'security.sensitivedatalog': 'sensitive_log',
  'crud.log': 'crud_record',
};

/** Maps a lower-case path with a dotted name to the path of the entity; returns other paths as they are. */
export const resolveCompatPath = (path: string): string =>
  path.replace(/^\/(admin|api)\/([a-z]+\.[a-z]+)(?=\/)/, (match, root: string, name: string) =>
    Object.hasOwn(COMPAT_NAMES, name) ? `/${root}/${COMPAT_NAMES[name]}` : match,
  );

/** The entity of a lower-case dotted name. */
export const findCompatEntity = (name: string): string | undefined =>
  Object.hasOwn(COMPAT_NAMES, name) ? COMPAT_NAMES[name] : undefined;

/** The dotted names of an entity. */
export const listCompatNames = (entity: string): readonly string[] =>
  Object.keys(COMPAT_NAMES).filter((name) => COMPAT_NAMES[name] === entity);
