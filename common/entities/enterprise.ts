/** Enterprise: a customer company. Its members see it live. */
import { defineEntity } from '../entity/entity';
import { onOff, text } from '../entity/field';

export const enterprise = defineEntity('enterprise', {
  menu: 'enterprise',
  icon: 'business',
  sensitivity: 'public',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', unique: true, search: true }),
    contacts: text({ max: 30, pattern: 'name', search: true }),
    contact_number: text({ max: 32, pattern: 'phone', sensitivity: 'restricted' }),
    address: text({ max: 200 }),
    status: onOff(),
  },
  title: 'name',
  list: { columns: ['id', 'name', 'contacts', 'contact_number', 'address', 'status', 'update_time'], sort: '-weigh' },
  form: ['name', ['contacts', 'contact_number'], 'address', 'status'],
  access: { staff: 'crud', member: { read: { id: { actor: 'company_id' } } } },
  mergeGroups: [['contacts', 'contact_number']],
  children: [
    { entity: 'enterprise_staff', by: 'company_id' },
    { entity: 'app', by: 'company_id' },
    { entity: 'app_business', by: 'company_id' },
  ],
  labels: {
    en: {
      $one: 'Enterprise',
      $many: 'Enterprises',
      $help: { name: '1–30 letters, Chinese characters, digits, spaces, - _ .' },
      name: 'Name',
      contacts: 'Contact person',
      contact_number: 'Contact phone',
      address: 'Address',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '企业',
      $many: '企业',
      $help: { name: '1–30 个字母、汉字、数字、空格或 - _ .' },
      name: '企业名称',
      contacts: '联系人',
      contact_number: '联系电话',
      address: '地址',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
