/** The screens of older clients, by the entity or screen of the console that they show. */

export interface CompatScreen {
  /** Name and path of the route, and first part of its permission keys. */
  readonly name: string;
  /** Files of the client below `/src/views/backend/`; each client has one of them. */
  readonly files: readonly string[];
  readonly icon: string;
  /** Actions that the screen offers in addition to those for which the admin has a permission of the same name. */
  readonly actions?: readonly string[];
}

const SCREENS: Readonly<Record<string, CompatScreen>> = {
  dashboard: { name: 'dashboard', files: ['dashboard.vue'], icon: 'fa fa-dashboard', actions: ['index'] },
  admin_group: { name: 'auth/group', files: ['auth/group/index.vue'], icon: 'fa fa-group' },
  admin: { name: 'auth/admin', files: ['auth/admin/index.vue'], icon: 'el-icon-UserFilled' },
  menu_rule: {
    name: 'auth/rule',
    files: ['auth/rule/index.vue', 'auth/menu/index.vue'],
    icon: 'el-icon-Grid',
  },
  admin_log: { name: 'auth/adminLog', files: ['auth/adminLog/index.vue'], icon: 'el-icon-List', actions: ['info'] },
  user: { name: 'user/user', files: ['user/user/index.vue'], icon: 'fa fa-user' },
  user_group: { name: 'user/group', files: ['user/group/index.vue'], icon: 'fa fa-group' },
  user_rule: { name: 'user/rule', files: ['user/rule/index.vue'], icon: 'fa fa-th-list' },
  user_money_log: { name: 'user/moneyLog', files: ['user/moneyLog/index.vue'], icon: 'el-icon-Money' },
  user_score_log: { name: 'user/scoreLog', files: ['user/scoreLog/index.vue'], icon: 'el-icon-Discount' },
  config: { name: 'routine/config', files: ['routine/config/index.vue'], icon: 'el-icon-Tools' },
  attachment: { name: 'routine/attachment', files: ['routine/attachment/index.vue'], icon: 'fa fa-folder' },
  profile: {
    name: 'routine/adminInfo',
    files: ['routine/adminInfo.vue'],
    icon: 'fa fa-user',
    actions: ['index', 'edit'],
  },
  recycle_rule: { name: 'security/dataRecycle', files: ['security/dataRecycle/index.vue'], icon: 'fa fa-database' },
  recycle_log: {
    name: 'security/dataRecycleLog',
    files: ['security/dataRecycleLog/index.vue'],
    icon: 'fa fa-database',
    actions: ['info'],
  },
  sensitive_rule: {
    name: 'security/sensitiveData',
    files: ['security/sensitiveData/index.vue'],
    icon: 'fa fa-expeditedssl',
  },
  sensitive_log: {
    name: 'security/sensitiveDataLog',
    files: ['security/sensitiveDataLog/index.vue'],
    icon: 'fa fa-expeditedssl',
    actions: ['info'],
  },
  crud_design: {
    name: 'crud/crud',
    files: ['crud/index.vue'],
    icon: 'fa fa-code',
    actions: ['index', 'generate', 'delete'],
  },
  module: {
    name: 'moduleStore',
    files: ['module/index.vue'],
    icon: 'el-icon-GoodsFilled',
    actions: ['index', 'install', 'changeState', 'uninstall', 'update'],
  },
};
/** By the entity or screen of the console. */
export const COMPAT_SCREENS: ReadonlyMap<string, CompatScreen> = new Map(Object.entries(SCREENS));

/** The file of a screen, as the menu names it. */
export const backendFile = (file: string): string => `/src/views/backend/${file}`;

/** The screens of the member center that older clients have. */
export const COMPAT_MEMBER_SCREENS: ReadonlySet<string> = new Set([
  'overview',
  'profile',
  'changePassword',
  'integral',
  'balance',
]);
export const memberFile = (screen: string): string => `/src/views/frontend/user/account/${screen}.vue`;

/** The icons of the sets that these clients have; a stored name of another set is none. */
const CLIENT_ICON = /^(?:fa fa-|el-icon-|iconfont |local-)/;
export const findClientIcon = (icon: unknown): string | undefined =>
  typeof icon === 'string' && CLIENT_ICON.test(icon) ? icon : undefined;
/** The icon of rules without one that these clients have. */
export const NEUTRAL_ICON = 'fa fa-circle-o';
/** Icons of folders and of entries that lead to our own pages. */
export const FOLDER_ICON = 'fa fa-folder-o';
export const ELSEWHERE_ICON = 'fa fa-external-link';
