/** 菜单分组的名称，以及每个实体共有的权限节点名称。 */
import type { menu as english } from '../en/menu';
import type { Translated } from '../translated';

export const menu: Translated<typeof english> = {
  dashboard: '控制台',
  site: '网站',
  content: '内容管理',
  enterprise: '企业管理',
  product: '产品管理',
  plugin: '插件管理',
  request: '申请与线索',
  auth: '权限管理',
  users: '会员管理',
  routine: '常规管理',
  security: '数据安全',
  developer: '开发工具',
  node: {
    index: '查看',
    add: '添加',
    edit: '编辑',
    del: '删除',
    batchadd: '批量添加',
    restore: '恢复',
    undo: '撤销',
    purge: '彻底删除',
    sortable: '排序',
    select: '选择',
    see_restricted: '查看受限字段',
    see_money: '查看金额',
  },
};
