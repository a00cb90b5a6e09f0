/** Dashboard of a role group, until an admin arranges a personal one; called “shared dashboard” in the product. */
import { defineEntity } from '../entity/entity';
import { integer, json, onOff, ref, text } from '../entity/field';

export const board = defineEntity('board', {
  menu: 'routine',
  icon: 'pie_chart',
  sensitivity: 'internal',
  fields: {
    title: text({ required: true, max: 40, search: true }),
    group_id: ref('admin_group'),
    /** A hidden one applies to nobody; display screens show it anyway. */
    status: onOff(),
    cards: json({ default: [] }),
    /** Id of the admin who changed the cards last; no reference, because a board stays when its admin is removed. */
    arranged_by: integer({ readonly: true, min: 1 }),
  },
  title: 'title',
  translations: ['title'],
  list: { columns: ['id', 'title', 'group_id', 'status', 'update_time'], sort: '-update_time' },
  form: [['title', 'group_id'], 'status'],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Shared dashboard',
      $many: 'Shared dashboards',
      $help: {
        group_id: 'Admins in this group see it. Leave empty for everyone. Edit its cards on the dashboard',
      },
      title: 'Title',
      group_id: 'Role group',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      cards: 'Cards',
      arranged_by: 'Cards edited by (admin ID)',
    },
    'zh-cn': {
      $one: '共享仪表盘',
      $many: '共享仪表盘',
      $help: {
        group_id: '该角色组成员默认看到此仪表盘；留空表示所有人。新建后带有常用卡片，可在仪表盘页面上调整',
      },
      title: '标题',
      group_id: '角色组',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      cards: '卡片',
      arranged_by: '卡片排列者（管理员编号）',
    },
  },
});
