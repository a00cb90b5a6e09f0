/** Kiosk display: a dashboard on a public screen (table `wall_screen`; people read “display screen”). Its link opens only that dashboard. */
import { defineEntity } from '../entity/entity';
import { ref, text } from '../entity/field';
import { tokenFields, tokenLabels } from './parts/tokenFields';

export const kiosk = defineEntity('wall_screen', {
  menu: 'routine',
  icon: 'tv',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', search: true }),
    board_id: ref('board'),
    admin_id: ref('admin', { readonly: true }),
    ...tokenFields,
  },
  title: 'name',
  list: {
    columns: [
      'id',
      'name',
      'shown_time',
      'board_id',
      'admin_id',
      'expire_time',
      'last_used_time',
      'last_used_ip',
      'status',
    ],
    sort: '-id',
  },
  form: ['name', 'board_id', ['expire_time', 'status']],
  access: { staff: 'crud' },
  owner: 'admin_id',
  labels: {
    en: {
      ...tokenLabels.en,
      $one: 'Display screen',
      $many: 'Display screens',
      $help: {
        board_id: 'Leave empty to show your own dashboard',
        expire_time: 'At most one year from now. Disable or delete it to end it immediately',
      },
      board_id: 'Dashboard',
      admin_id: 'Shows what this admin can see',
      shown_time: 'Link',
      last_used_time: 'Last opened',
      last_used_ip: 'Last opened from',
    },
    'zh-cn': {
      ...tokenLabels['zh-cn'],
      $one: '大屏',
      $many: '大屏',
      $help: {
        board_id: '留空则显示您自己看到的仪表盘',
        expire_time: '最长一年；停用或删除后立即失效',
      },
      board_id: '仪表盘',
      admin_id: '可见范围同',
      shown_time: '链接',
      last_used_time: '最近打开',
      last_used_ip: '最近打开的 IP',
    },
  },
});
