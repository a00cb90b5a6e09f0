/** Webhook: sends signed events about changed rows to an address, as far as the admin it belongs to may see them. */
import { defineEntity } from '../entity/entity';
import { array, datetime, integer, onOff, ref, text } from '../entity/field';

export const webhook = defineEntity('webhook', {
  menu: 'developer',
  icon: 'webhook',
  sensitivity: 'internal',
  fields: {
    title: text({ required: true, max: 60, search: true }),
    url: text({ required: true, max: 500, pattern: 'url', sensitivity: 'restricted' }),
    events: array({ required: true }),
    admin_id: ref('admin', { readonly: true }),
    /** Salt from which the secret is derived with a key of the installation; the secret itself is not stored. */
    secret: text({ max: 64, readonly: true, sensitivity: 'secret' }),
    shown_time: datetime({ readonly: true }),
    /** The salt before the last rotation: deliveries are also signed with its secret until `old_until`. */
    old_secret: text({ max: 64, readonly: true, sensitivity: 'secret' }),
    old_until: datetime({ readonly: true }),
    /** Changes up to this number of the change log are not sent. */
    since_seq: integer({ readonly: true, default: 0 }),
    failing_since: datetime({ readonly: true }),
    status: onOff(),
  },
  title: 'title',
  list: {
    columns: ['id', 'title', 'events', 'admin_id', 'shown_time', 'failing_since', 'status', 'update_time'],
    sort: '-id',
  },
  form: ['title', 'url', 'events', ['shown_time', 'status'], ['old_until', 'failing_since'], 'admin_id'],
  access: { staff: 'crud' },
  owner: 'admin_id',
  actions: ['test', 'rotate_secret', 'reset_secret'],
  children: [{ entity: 'webhook_delivery', by: 'webhook_id' }],
  labels: {
    en: {
      $one: 'Webhook',
      $many: 'Webhooks',
      $help: {
        events: 'As in news.created, app.updated, lead.deleted, enterprise.restored or user.*',
        admin_id: 'Events hold only what this admin can see. It is the admin who last changed the webhook',
        shown_time: 'Shown once. After a rotation, deliveries are signed with the old and the new secret for a day',
        old_until: 'Deliveries are also signed with the previous secret until then',
        failing_since: 'After three days of failures the webhook is disabled',
      },
      $actions: { test: 'Send a test', rotate_secret: 'Rotate secret', reset_secret: 'Replace leaked secret' },
      title: 'Name',
      url: 'URL',
      events: 'Events',
      admin_id: 'Belongs to',
      secret: 'Secret',
      shown_time: 'Secret shown',
      old_secret: 'Previous secret',
      old_until: 'Previous secret valid until',
      since_seq: 'Begins after',
      failing_since: 'Failing since',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '事件推送',
      $many: '事件推送',
      $help: {
        events: '例如 news.created、app.updated、lead.deleted、enterprise.restored 或 user.*',
        admin_id: '事件只包含该管理员可见的内容；所有者是最后修改此推送的管理员',
        shown_time: '只显示一次；轮换后一天内，推送同时用新旧密钥签名',
        old_until: '在此之前，推送同时用旧密钥签名',
        failing_since: '连续失败三天后自动禁用',
      },
      $actions: { test: '发送测试', rotate_secret: '轮换密钥', reset_secret: '替换泄露的密钥' },
      title: '名称',
      url: '地址',
      events: '事件',
      admin_id: '所有者',
      secret: '密钥',
      shown_time: '密钥显示时间',
      old_secret: '旧密钥',
      old_until: '旧密钥有效期至',
      since_seq: '起始序号',
      failing_since: '开始失败时间',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
