/** Role group: permissions and row scope of its admins. A group never holds more permissions than its parent. */
import { defineEntity } from '../entity/entity';
import { array, choice, confirmedOnOff, onOffSwitch, ref, text } from '../entity/field';

export const adminGroup = defineEntity('admin_group', {
  menu: 'auth',
  icon: 'group',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', unique: true, search: true }),
    pid: ref('admin_group', { tree: true }),
    rules: array({ default: [] }),
    data_scope: choice({ all: 'all', subtree: 'subtree', own: 'own' }, { default: 'own', as: 'radio' }),
    require_second_factor: onOffSwitch({ default: 0, confirmChangeTo: [0, 1] }),
    status: confirmedOnOff('enabled'),
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'rules', 'data_scope', 'require_second_factor', 'status', 'update_time'],
    sort: 'id',
  },
  form: ['name', 'pid', 'rules', 'data_scope', 'require_second_factor', 'status'],
  access: { staff: 'crud' },
  actions: ['ask'],
  actionNodes: { ask: 'admin_group/edit' },
  tree: 'pid',
  labels: {
    en: {
      $one: 'Role group',
      $actions: { ask: 'Request approval of a change' },
      $many: 'Role groups',
      $help: {
        rules: 'You can only grant permissions you have. “All” makes a super admin',
        data_scope: 'Whose records members of this group can access',
        require_second_factor: 'Also applies to subgroups. Admins without it must set it up first',
      },
      name: 'Name',
      pid: 'Parent group',
      rules: 'Permissions',
      data_scope: ['Records', { all: 'All records', subtree: 'Own group and subgroups', own: 'Own records only' }],
      require_second_factor: 'Two-step verification required',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '角色组',
      $actions: { ask: '提交变更审批' },
      $many: '角色组',
      $help: {
        rules: '只能授予您自己拥有的权限；勾选全部权限即为超级管理员',
        data_scope: '对于有归属人的数据，组内成员可以处理谁的数据',
        require_second_factor: '本组及下级组的成员除密码外，还须用动态码或通行密钥登录；尚未设置的成员须先完成设置',
      },
      name: '组名',
      pid: '上级分组',
      rules: '权限',
      data_scope: ['数据范围', { all: '全部数据', subtree: '本组及下级组的数据', own: '仅本人的数据' }],
      require_second_factor: '强制两步验证',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
