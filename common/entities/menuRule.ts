/** Menu rule: a directory, screen or button of the console; its name is the permission key. */
import { defineEntity } from '../entity/entity';
import { choice, ref, text } from '../entity/field';
import { menuRuleFields, menuRulePosition, menuRuleLabels } from './parts/menuRuleParts';

export const menuRule = defineEntity('menu_rule', {
  menu: 'auth',
  icon: 'list',
  sensitivity: 'internal',
  fields: {
    type: choice({ menu_dir: 'menu_dir', menu: 'menu', button: 'button' }, { default: 'menu', as: 'radio' }),
    pid: ref('menu_rule', { tree: true }),
    ...menuRuleFields,
    method: choice({ any: 'ANY', get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' }),
    remark: text({ max: 255, lines: 3 }),
    ...menuRulePosition,
  },
  title: 'title',
  translations: ['title'],
  pickerColumns: { hint: 'name' },
  list: {
    columns: ['id', 'title', 'icon', 'pid', 'name', 'type', 'keepalive', 'weigh', 'status', 'update_time'],
    sort: '-weigh',
  },
  form: [
    { group: 'rule', rows: ['type', 'pid', ['title', 'name'], ['icon', 'weigh'], 'status'] },
    { group: 'route', rows: ['menu_type', ['path', 'component'], 'url', ['extend', 'method'], 'keepalive'] },
    'remark',
  ],
  access: { staff: 'crud' },
  tree: 'pid',
  labels: {
    en: {
      ...menuRuleLabels.en,
      $one: 'Menu rule',
      $many: 'Menu rules',
      $help: {
        name: 'The permission key, such as news or news/edit. Not case-sensitive',
        path: 'The path under /admin, such as content/articles. The default path redirects to it',
        component: 'The screen this tab opens',
        url: 'URL of the external link or embedded page',
        keepalive: 'Keeps the screen as it was when switching tabs',
        method: 'The permission only covers this request method. Super admins aren’t limited',
        extend: 'Whether this rule adds a route, a menu item or both',
        weigh: 'Larger weights come first',
        remark: 'Shown above the list on this screen',
      },
      $groups: { rule: 'Rule', route: 'Route' },
      type: ['Type', { menu_dir: 'Folder', menu: 'Menu item', button: 'Button' }],
      method: ['Request method', { any: 'Any', get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' }],
    },
    'zh-cn': {
      ...menuRuleLabels['zh-cn'],
      $one: '菜单规则',
      $many: '菜单规则',
      $help: {
        name: '权限节点，例如 news 或 news/edit；按小写比较',
        path: '页面在 /admin 之下的地址，例如 content/articles；原有地址会自动跳转',
        component: '选项卡打开的页面',
        url: '外部链接或内嵌页面的地址',
        keepalive: '切换到其他选项卡时保留页面原样',
        method: '该权限仅对此请求方式有效；超级管理员不受限制',
        extend: '该规则添加路由、菜单，还是两者都添加',
        weigh: '权重越大越靠前',
        remark: '显示在该页面列表上方',
      },
      $groups: { rule: '规则', route: '路由' },
      type: ['类型', { menu_dir: '菜单目录', menu: '菜单项', button: '页面按钮' }],
      method: ['请求方式', { any: '任意', get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' }],
    },
  },
});
