/** Message: a mail or text message to a person. The server writes and sends it; staff can send it again. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, ref, text } from '../entity/field';

export const message = defineEntity('message', {
  menu: 'routine',
  icon: 'mail',
  sensitivity: 'internal',
  fields: {
    channel: choice({ mail: 'mail', sms: 'sms' }, { default: 'mail', readonly: true }),
    recipient: text({ required: true, readonly: true, max: 254, sensitivity: 'restricted' }),
    subject: text({ required: true, readonly: true, max: 200, search: true }),
    /** The text for staff: values that only the recipient may know are masked. */
    body: text({ readonly: true, max: 20_000, lines: 8 }),
    template: text({ readonly: true, max: 40, search: true }),
    lang: choice({ en: 'en', chinese: 'zh-cn' }, { default: 'en', readonly: true }),
    status: choice(
      { waiting: 0, sending: 1, sent: 2, failed: 3, kept: 4, expired: 5 },
      { default: 'waiting', readonly: true },
    ),
    attempts: integer({ default: 0, readonly: true }),
    /** Why the last attempt failed: a code of a fixed list, never the response of the other server. */
    trouble: text({ readonly: true, max: 40 }),
    /** Earliest time to send. */
    next_time: datetime({ readonly: true }),
    /** Latest time to send: an expired code is useless. */
    expire_time: datetime({ readonly: true }),
    sent_time: datetime({ readonly: true }),
    admin_id: ref('admin', { readonly: true }),
    user_id: ref('user', { readonly: true }),
    /** The message to send, encrypted; deleted after sending. */
    sealed: text({ readonly: true, max: 60_000, lines: 1, sensitivity: 'secret' }),
  },
  /** The limits of mails count the rows of a template since a time. */
  searchedTogether: [['template', 'create_time']],
  title: 'subject',
  list: {
    columns: ['id', 'channel', 'recipient', 'subject', 'status', 'attempts', 'trouble', 'sent_time', 'create_time'],
    sort: '-id',
  },
  form: [
    ['channel', 'status'],
    ['recipient', 'lang'],
    'subject',
    'body',
    ['attempts', 'trouble'],
    ['next_time', 'sent_time'],
    ['admin_id', 'user_id'],
  ],
  access: { staff: { read: true, remove: true } },
  actions: ['resend'],
  labels: {
    en: {
      $one: 'Message',
      $many: 'Outbox',
      $rows: 'messages',
      $actions: { resend: 'Send again' },
      $help: {
        body: 'Codes and links for the recipient only are masked',
        trouble: '“paused”: the server failed several times in a row. Sending resumes at the next attempt',
      },
      channel: ['Channel', { mail: 'Email', sms: 'Text message' }],
      recipient: 'Recipient',
      subject: 'Subject',
      body: 'Text',
      template: 'Template',
      lang: ['Language', { en: 'English', chinese: 'Chinese' }],
      status: [
        'Status',
        {
          waiting: 'Waiting',
          sending: 'Sending',
          sent: 'Sent',
          failed: 'Failed',
          kept: 'Not sent',
          expired: 'Expired',
        },
      ],
      attempts: 'Attempts',
      trouble: 'Error',
      next_time: 'Next attempt',
      expire_time: 'Valid until',
      sent_time: 'Sent',
      admin_id: 'Triggered by admin',
      user_id: 'For member',
      sealed: 'Encrypted text',
    },
    'zh-cn': {
      $one: '消息',
      $many: '发件箱',
      $actions: { resend: '重新发送' },
      $help: {
        body: '仅收件人可知的验证码与链接已隐藏',
        trouble: '“paused”表示对方连续多次无响应，该渠道暂停，到下次尝试时间再发送',
      },
      channel: ['渠道', { mail: '邮件', sms: '短信' }],
      recipient: '收件人',
      subject: '主题',
      body: '正文',
      template: '模板',
      lang: ['语言', { en: '英文', chinese: '中文' }],
      status: [
        '状态',
        {
          waiting: '等待发送',
          sending: '发送中',
          sent: '已发送',
          failed: '失败',
          kept: '仅留存',
          expired: '已过期',
        },
      ],
      attempts: '尝试次数',
      trouble: '失败原因',
      next_time: '下次尝试',
      expire_time: '有效期至',
      sent_time: '发送时间',
      admin_id: '操作管理员',
      user_id: '所属会员',
      sealed: '密文内容',
    },
  },
});
