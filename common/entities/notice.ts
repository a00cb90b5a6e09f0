/** Notice: a notification to one person. Written by the server, shown in the language of the reader. */
import { defineEntity } from '../entity/entity';
import { array, choice, datetime, integer, json, text } from '../entity/field';
import { publicIdField, publicIdLabels } from '../entity/publicId';
import { NOTICE_KINDS } from '../notices';

const own = { read: { realm: 'admin', recipient_id: { actor: 'id' } } } as const;

export const notice = defineEntity('notice', {
  menu: 'routine',
  icon: 'notifications',
  // Only the recipient reads a row; members read theirs as well.
  sensitivity: 'public',
  personal: true,
  fields: {
    public_id: publicIdField(),
    realm: choice({ admin: 'admin', member: 'member' }, { readonly: true, required: true }),
    recipient_id: integer({ readonly: true, required: true, min: 1 }),
    kind: choice(NOTICE_KINDS, { readonly: true, required: true }),
    title: text({ readonly: true, required: true, max: 40 }),
    params: json({ readonly: true }),
    link: text({ readonly: true, max: 255 }),
    actor: text({ readonly: true, max: 40 }),
    actor_name: text({ readonly: true, max: 30, display: 'person' }),
    group_key: text({ readonly: true, max: 120 }),
    items: array({ readonly: true, default: [] }),
    told_time: datetime({ readonly: true, required: true }),
    read_time: datetime({ readonly: true }),
  },
  publicId: 'public_id',
  title: 'title',
  list: { columns: ['id', 'kind', 'title', 'actor_name', 'told_time', 'read_time'], sort: '-told_time' },
  form: ['title'],
  access: { staff: own, member: { read: { realm: 'member', recipient_id: { actor: 'id' } } } },
  labels: {
    en: {
      $one: 'Notification',
      $many: 'Notifications',
      public_id: publicIdLabels.en,
      realm: ['App', { admin: 'Console', member: 'Member center' }],
      recipient_id: 'Recipient',
      kind: [
        'Kind',
        {
          record_changed: 'Changes to my records',
          mention: 'Mentions',
          task_ended: 'My tasks',
          account: 'My account',
          role_changed: 'My permissions',
          security: 'Security',
          wealth: 'Balance and points',
          request: 'Visitor requests',
          system: 'System',
        },
      ],
      title: 'Text',
      params: 'Values',
      link: 'Link',
      actor: 'By',
      actor_name: 'Triggered by',
      group_key: 'Group',
      items: 'About',
      told_time: 'Sent',
      read_time: 'Read',
    },
    'zh-cn': {
      $one: '通知',
      $many: '通知',
      public_id: publicIdLabels['zh-cn'],
      realm: ['端', { admin: '管理后台', member: '会员中心' }],
      recipient_id: '接收人',
      kind: [
        '类型',
        {
          record_changed: '我的记录有变动',
          mention: '提到我',
          task_ended: '我的任务',
          account: '我的账号',
          role_changed: '我的权限',
          security: '安全',
          wealth: '余额与积分',
          request: '访客提交',
          system: '系统通知',
        },
      ],
      title: '文字',
      params: '参数',
      link: '链接',
      actor: '操作者',
      actor_name: '操作人',
      group_key: '分组',
      items: '涉及',
      told_time: '通知时间',
      read_time: '已读时间',
    },
  },
});
