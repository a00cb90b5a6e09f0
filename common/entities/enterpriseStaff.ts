/** Enterprise staff: the members who work for an enterprise. */
import { defineEntity } from '../entity/entity';
import { onOff, onOffSwitch, ref, text } from '../entity/field';

export const enterpriseStaff = defineEntity('enterprise_staff', {
  menu: 'enterprise',
  icon: 'badge',
  sensitivity: 'public',
  fields: {
    uid: ref('user', { required: true }),
    company_id: ref('enterprise', { required: true }),
    nickname: text({ required: true, max: 30, pattern: 'name', search: true }),
    is_head: onOffSwitch({ default: 0 }),
    department: text({ max: 30, pattern: 'name', search: true }),
    status: onOff(),
  },
  title: 'nickname',
  list: {
    columns: ['id', 'nickname', 'company_id', 'department', 'is_head', 'uid', 'status', 'create_time'],
    sort: '-weigh',
  },
  form: [
    ['company_id', 'uid'],
    ['nickname', 'department'],
    ['is_head', 'status'],
  ],
  access: { staff: 'crud', member: { read: { company_id: { actor: 'company_id' } } } },
  labels: {
    en: {
      $one: 'Enterprise staff member',
      $many: 'Enterprise staff',
      $help: { uid: 'The member account this person signs in with', is_head: 'Represents the enterprise' },
      uid: 'Member',
      company_id: 'Enterprise',
      nickname: 'Name',
      is_head: 'Head',
      department: 'Department',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '企业员工',
      $many: '企业员工',
      $help: { uid: '此员工登录所用的会员账号', is_head: '代表该企业的负责人' },
      uid: '会员',
      company_id: '所属企业',
      nickname: '姓名',
      is_head: '负责人',
      department: '部门',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
