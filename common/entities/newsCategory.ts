/** News category: groups site news. */
import { defineEntity } from '../entity/entity';
import { onOff, text } from '../entity/field';

export const newsCategory = defineEntity('news_category', {
  menu: 'content',
  icon: 'local_offer',
  sensitivity: 'public',
  fields: { name: text({ required: true, max: 30, unique: true, search: true, pattern: 'name' }), status: onOff() },
  title: 'name',
  list: { columns: ['id', 'name', 'weigh', 'status', 'create_time'], sort: '-weigh' },
  form: ['name', 'status'],
  access: { staff: 'crud', guest: { read: { status: 1 } }, member: { read: { status: 1 } } },
  translations: ['name'],
  labels: {
    en: {
      $one: 'News category',
      $many: 'News categories',
      name: 'Name',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '新闻分类',
      $many: '新闻分类',
      name: '名称',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
