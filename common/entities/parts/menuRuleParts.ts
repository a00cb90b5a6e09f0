/** Common fields of the rules of both menus: title, address and target. */
import { choice, icon, integer, onOff, onOffSwitch, text } from '../../entity/field';

export const menuRuleFields = {
  title: text({ required: true, max: 50, search: true }),
  name: text({ required: true, max: 80, pattern: 'node', unique: true, search: true }),
  path: text({ max: 120, pattern: 'path' }),
  icon: icon(),
  menu_type: choice({ tab: 'tab', link: 'link', iframe: 'iframe' }, { as: 'radio' }),
  url: text({ max: 255, pattern: 'link' }),
  component: text({ max: 160, pattern: 'path' }),
  keepalive: onOffSwitch({ default: 0 }),
  extend: choice(
    { none: 'none', add_rules_only: 'add_rules_only', add_menu_only: 'add_menu_only' },
    { default: 'none' },
  ),
} as const;

export const menuRulePosition = {
  /** Declared again because a rule's weight must be given (specification, point 5). */
  weigh: integer({ required: true, min: -1_000_000_000, max: 1_000_000_000 }),
  status: onOff(),
} as const;

export const menuRuleLabels = {
  en: {
    pid: 'Parent rule',
    title: 'Title',
    name: 'Name',
    path: 'Route path',
    icon: 'Icon',
    menu_type: ['Menu type', { tab: 'Tab', link: 'External link', iframe: 'Embedded page' }],
    url: 'URL',
    component: 'Screen',
    keepalive: 'Keep open',
    extend: ['Adds', { none: 'Route and menu', add_rules_only: 'Route only', add_menu_only: 'Menu only' }],
    remark: 'Note',
    weigh: 'Weight',
    status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
  },
  'zh-cn': {
    pid: '上级规则',
    title: '规则标题',
    name: '规则名称',
    path: '路由路径',
    icon: '图标',
    menu_type: ['菜单类型', { tab: '选项卡', link: '外部链接', iframe: '内嵌页面' }],
    url: '链接地址',
    component: '组件路径',
    keepalive: '缓存',
    extend: ['扩展属性', { none: '路由和菜单', add_rules_only: '只添加为路由', add_menu_only: '只添加为菜单' }],
    remark: '备注',
    weigh: '权重',
    status: ['状态', { disabled: '禁用', enabled: '启用' }],
  },
} as const;
