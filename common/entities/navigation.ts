/** Navigation: the links at the top and bottom of the public site, in groups. */
import { defineEntity } from '../entity/entity';
import { choice, onOff, ref, text } from '../entity/field';
import { parentShownField, PUBLIC_READ_WITH_PARENT } from './parts/parentShown';

export const navigation = defineEntity('navigation', {
  menu: 'content',
  icon: 'explore',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 30, search: true }),
    url: text({ max: 255, pattern: 'link' }),
    position: choice({ top: 0, bottom: 1 }, { default: 'top', as: 'radio' }),
    type: choice({ navigation: 0, group: 1 }, { default: 'navigation', as: 'radio' }),
    pid: ref('navigation', { tree: true }),
    status: onOff(),
    ...parentShownField,
  },
  title: 'title',
  list: { columns: ['id', 'title', 'url', 'position', 'type', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: ['title', 'pid', ['type', 'position'], 'url', 'status'],
  access: { staff: 'crud', ...PUBLIC_READ_WITH_PARENT },
  tree: 'pid',
  translations: ['title'],
  labels: {
    en: {
      $one: 'Navigation item',
      $many: 'Navigation',
      $rows: 'navigation entries',
      $help: {
        url: 'A full URL, or a path on this site starting with /',
        type: 'A group only holds other items',
        position: 'An item with a parent has the position of its parent',
      },
      title: 'Title',
      url: 'Link',
      position: ['Position', { top: 'Top', bottom: 'Bottom' }],
      type: ['Type', { navigation: 'Link', group: 'Group' }],
      pid: 'Parent',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      parent_shown: 'Parent shown',
    },
    'zh-cn': {
      $one: '导航',
      $many: '导航',
      $help: {
        url: '完整网址，或本站以 / 开头的路径',
        type: '分组仅用于归拢其下的导航',
        position: '有上级的导航与上级位置相同',
      },
      title: '标题',
      url: '链接',
      position: ['位置', { top: '顶部', bottom: '底部' }],
      type: ['类型', { navigation: '导航', group: '分组' }],
      pid: '上级',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      parent_shown: '上级显示',
    },
  },
});
