/** Member rule: a folder, screen or route of the member center; members see those that their group holds. */
import { defineEntity } from '../entity/entity';
import { choice, ref, text } from '../entity/field';
import { menuRuleFields, menuRulePosition, menuRuleLabels } from './parts/menuRuleParts';

export const userRule = defineEntity('user_rule', {
  menu: 'users',
  icon: 'rule',
  sensitivity: 'internal',
  fields: {
    type: choice({ route: 'route', menu_dir: 'menu_dir', menu: 'menu' }, { default: 'menu', as: 'radio' }),
    pid: ref('user_rule', { tree: true }),
    ...menuRuleFields,
    remark: text({ max: 255, lines: 2 }),
    ...menuRulePosition,
  },
  title: 'title',
  pickerColumns: { hint: 'name' },
  list: { columns: ['id', 'title', 'icon', 'name', 'type', 'path', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: [
    { group: 'rule', rows: ['type', 'pid', ['title', 'name'], ['icon', 'weigh'], 'status'] },
    { group: 'route', rows: ['menu_type', ['path', 'component'], 'url', ['extend', 'keepalive']] },
    'remark',
  ],
  access: { staff: 'crud' },
  tree: 'pid',
  labels: {
    en: {
      ...menuRuleLabels.en,
      $one: 'Member rule',
      $many: 'Member rules',
      $help: {
        name: 'The permission key, such as account/overview',
        path: 'Path under /user',
        component: 'The screen this tab opens: overview, profile, balance, integral, redeem, notices or changePassword',
        url: 'URL of the external link or embedded page',
        keepalive: 'Keeps the screen as it was when leaving it',
        weigh: 'Larger weights come first',
      },
      $groups: { rule: 'Rule', route: 'Route' },
      type: ['Type', { route: 'Route only', menu_dir: 'Folder', menu: 'Menu item' }],
    },
    'zh-cn': {
      ...menuRuleLabels['zh-cn'],
      $one: '会员规则',
      $many: '会员规则',
      $help: {
        name: '会员分组所拥有的权限节点，例如 account/overview',
        path: '/user 之下的路由路径',
        component: '选项卡打开的页面：overview、profile、balance、integral、redeem、notices 或 changePassword',
        url: '外部链接或内嵌页面的地址',
        keepalive: '离开后保留页面原样',
        weigh: '权重越大越靠前',
      },
      $groups: { rule: '规则', route: '路由' },
      type: ['类型', { route: '普通路由', menu_dir: '菜单目录', menu: '菜单项' }],
    },
  },
});
