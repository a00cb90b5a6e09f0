/** Hardware: the kinds of hardware a product runs with, named on the public site. */
import { defineEntity } from '../entity/entity';
import { icon, onOff, text } from '../entity/field';
import { PUBLIC_READ } from './shared';

export const hardware = defineEntity('hardware', {
  menu: 'product',
  icon: 'memory',
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
      $one: 'Hardware',
      $many: 'Hardware',
      name: 'Name',
      icon: 'Icon',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
    },
    'zh-cn': {
      $one: '硬件',
      $many: '硬件',
      name: '名称',
      icon: '图标',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
    },
  },
});
