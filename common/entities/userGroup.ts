/** Member group: what its members may do in the member center. */
import { defineEntity } from '../entity/entity';
import { array, confirmedOnOff, text } from '../entity/field';

export const userGroup = defineEntity('user_group', {
  menu: 'users',
  icon: 'loyalty',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', unique: true, search: true }),
    rules: array({ default: [] }),
    status: confirmedOnOff('enabled'),
  },
  title: 'name',
  list: { columns: ['id', 'name', 'rules', 'status', 'create_time'], sort: 'id' },
  form: ['name', 'rules', 'status'],
  access: { staff: 'crud' },
  children: [{ entity: 'user', by: 'group_id' }],
  labels: {
    en: {
      $one: 'Member group',
      $many: 'Member groups',
      $help: { rules: 'What members of this group can see and do in the member center' },
      name: 'Name',
      rules: 'Permissions',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '会员分组',
      $many: '会员分组',
      $help: { rules: '该分组的会员在会员中心可以查看和使用的内容' },
      name: '组名',
      rules: '权限',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
