/** Plugin category: categories of the plugin shop, each with an image or an icon. */
import { defineEntity } from '../entity/entity';
import { image, integer, onOff, text } from '../entity/field';
import { PUBLIC_READ } from './shared';

export const pluginCategory = defineEntity('plugin_category', {
  menu: 'plugin',
  icon: 'category',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 30, unique: true, search: true }),
    image: image(),
    icon_id: image({ by: 'id' }),
    status: onOff(),
    order: integer({ default: 0, min: -100_000, max: 100_000 }),
  },
  title: 'title',
  list: { columns: ['id', 'image', 'icon_id', 'title', 'order', 'status', 'update_time'], sort: '-order' },
  form: ['title', 'image', 'icon_id', ['order', 'status']],
  access: { staff: 'crud', ...PUBLIC_READ },
  either: [['image', 'icon_id']],
  children: [{ entity: 'plugin', by: 'cate_id' }],
  translations: ['title'],
  labels: {
    en: {
      $one: 'Plugin category',
      $many: 'Plugin categories',
      $help: { image: 'An image, an icon or both', order: 'Larger numbers come first' },
      title: 'Title',
      image: 'Image',
      icon_id: 'Icon',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      order: 'Order',
    },
    'zh-cn': {
      $one: '插件分类',
      $many: '插件分类',
      $help: { image: '图片与图标至少选一项', order: '数字越大越靠前' },
      title: '标题',
      image: '图片',
      icon_id: '图标',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      order: '排序',
    },
  },
});
