/** Device: the terminals a product runs on, named on the public site. */
import { defineEntity } from '../entity/entity';
import { icon, onOff, text } from '../entity/field';
import { PUBLIC_READ } from './shared';

export const device = defineEntity('device', {
  menu: 'product',
  icon: 'devices',
  sensitivity: 'public',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', unique: true, search: true }),
    icon: icon(),
    status: onOff(),
  },
  title: 'name',
  list: { columns: ['id', 'icon', 'name', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: ['name', 'icon', 'status'],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['name'],
  labels: {
    en: {
      $one: 'Platform',
      $many: 'Platforms',
      name: 'Name',
      icon: 'Icon',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
    },
    'zh-cn': {
      $one: '终端',
      $many: '终端',
      name: '名称',
      icon: '图标',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
    },
  },
});
