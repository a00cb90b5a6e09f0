/** The dotted controller names of the product family, which its existing clients speak, and the names we give the same things. */

const ALIASES: Readonly<Record<string, string>> = {
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

/** A lower-case path with the family's name in it → the path it is registered under. */
export const resolveAlias = (path: string): string =>
  path.replace(/^\/(admin|api)\/([a-z]+\.[a-z]+)(?=\/)/, (match, root: string, name: string) =>
    Object.hasOwn(ALIASES, name) ? `/${root}/${ALIASES[name]}` : match,
  );

/** The family's names of an entity, for documents and tests. */
export const aliasesOf = (entity: string): readonly string[] =>
  Object.keys(ALIASES).filter((name) => ALIASES[name] === entity);
