/** Webhook: sends signed events about changed rows to an address, as far as the admin it belongs to may see them. */
import { defineEntity } from '../entity/entity';
import { array, datetime, integer, onOff, ref, text } from '../entity/field';

export const webhook = defineEntity('webhook', {
  menu: 'developer',
  icon: 'link',
  sensitivity: 'internal',
  fields: {
    title: text({ required: true, max: 60, search: true }),
    url: text({ required: true, max: 500, pattern: 'url', sensitivity: 'restricted' }),
    events: array({ required: true }),
    admin_id: ref('admin', { readonly: true }),
    /** Salt from which the secret is derived with a key of the installation; the secret itself is not stored. */
    secret: text({ max: 64, readonly: true, sensitivity: 'secret' }),
    shown_time: datetime({ readonly: true }),
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
  form: ['title', 'url', 'events', ['shown_time', 'status'], ['admin_id', 'failing_since']],
  access: { staff: 'crud' },
  owner: 'admin_id',
  actions: ['test', 'rotate_secret'],
  children: [{ entity: 'webhook_delivery', by: 'webhook_id' }],
  labels: {
    en: {
      $one: 'Webhook',
      $many: 'Webhooks',
      $help: {
        events: 'As in news.created, app.updated, lead.deleted, enterprise.restored or user.*',
        admin_id: 'Events hold only what this admin can see. It is the admin who last changed the webhook',
        shown_time: 'Made with the webhook and shown once; a new one makes the old one useless',
        failing_since: 'After three days of failures the webhook is disabled',
      },
      $actions: { test: 'Send a test', rotate_secret: 'Make a new secret' },
      title: 'Name',
      url: 'URL',
      events: 'Events',
      admin_id: 'Belongs to',
      secret: 'Secret',
      shown_time: 'Secret shown',
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
        shown_time: '添加时自动生成，只显示一次；重置后旧密钥立即失效',
        failing_since: '连续失败三天后自动禁用',
      },
      $actions: { test: '发送测试', rotate_secret: '重置密钥' },
      title: '名称',
      url: '地址',
      events: '事件',
      admin_id: '所有者',
      secret: '密钥',
      shown_time: '密钥显示时间',
      since_seq: '起始序号',
      failing_since: '开始失败时间',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
