/** The initial layout of the console menu: folders in order, each with an icon and its screens in order. */
import type { MenuOutline } from './menu';

export const MENU_LAYOUT: MenuOutline = [
  { group: 'dashboard', icon: 'dashboard', screens: [] },
  { group: 'site', icon: 'language', screens: ['banner', 'home_block', 'page', 'site_template'] },
  { group: 'content', icon: 'library_books', screens: ['navigation', 'news', 'news_category', 'article', 'news_case'] },
  { group: 'product', icon: 'shopping_cart', screens: ['product', 'solution', 'showcase', 'hardware', 'device'] },
  {
    group: 'enterprise',
    icon: 'location_city',
    screens: ['enterprise', 'enterprise_staff', 'app', 'app_business', 'app_plugin_version_api'],
  },
  {
    group: 'plugin',
    icon: 'hub',
    screens: ['plugin', 'plugin_category', 'plugin_function', 'plugin_version', 'plugin_version_api', 'api_definition'],
  },
  { group: 'request', icon: 'inbox', screens: ['lead', 'trial_request', 'activation_code', 'activation_use'] },
  { group: 'users', icon: 'groups', screens: ['user', 'user_money_log', 'user_score_log', 'user_group', 'user_rule'] },
  { group: 'auth', icon: 'admin_panel_settings', screens: ['admin', 'admin_group', 'menu_rule', 'admin_log'] },
  { group: 'routine', icon: 'build', screens: ['config', 'attachment', 'message'] },
  {
    group: 'security',
    icon: 'security',
    screens: ['recycle_rule', 'recycle_log', 'sensitive_rule', 'sensitive_log'],
  },
  {
    group: 'developer',
    icon: 'code',
    screens: ['terminal_task', 'module', 'market', 'crud_design', 'crud_record', 'job'],
  },
];

/** The weight of a folder that is not in the layout: it comes after all others. */
export const NEW_FOLDER_WEIGHT = 1000 - 10 * MENU_LAYOUT.length;
