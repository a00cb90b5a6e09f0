/** Plugin purchase: what a member paid for a plugin, at the price of that moment. Written by buying and refunding only. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, money, ref, text } from '../entity/field';
import { publicIdField, publicIdLabels } from '../entity/publicId';

export const PURCHASE_STATUS = { paid: 1, refunded: 2, refund_requested: 3 } as const;
export const PAYMENTS = { money: 'money', score: 'score', code: 'code' } as const;

export const pluginPurchase = defineEntity('plugin_purchase', {
  menu: 'plugin',
  icon: 'receipt_long',
  sensitivity: 'public',
  fields: {
    public_id: publicIdField(),
    number: text({ required: true, readonly: true, max: 20, unique: true, search: true }),
    user_id: ref('user', { required: true, readonly: true }),
    plugin_id: ref('plugin', { required: true, readonly: true }),
    plugin_version_id: ref('plugin_version', { readonly: true }),
    paid_by: choice(PAYMENTS, { default: 'money', readonly: true }),
    money: money({ default: '0.00', readonly: true, sensitivity: 'public' }),
    score: integer({ default: 0, readonly: true }),
    status: choice(PURCHASE_STATUS, { default: 'paid', readonly: true, width: 150 }),
    refund_time: datetime({ readonly: true }),
    /** The reason of the buyer or of staff; kept when a request is declined. */
    refund_memo: text({ readonly: true, max: 255 }),
    /** From 1 to 5; null while the member has not rated. */
    rating: integer({ readonly: true, min: 1, max: 5 }),
    /** The market key that paid; empty in the member center. */
    client: text({ readonly: true, max: 30, default: '', sensitivity: 'internal' }),
    /** Id of the ledger entry; null for activation codes. */
    entry_id: integer({ readonly: true, sensitivity: 'internal' }),
    /** `<member>:<digest of the idempotency key>:<digest of the body>`: unique, so that a repeated request buys once. */
    request_key: text({ required: true, readonly: true, max: 120, unique: true, sensitivity: 'internal' }),
    /** `<member>:<plugin>` until the refund: unique, so that a member cannot pay twice. */
    slot: text({ readonly: true, max: 40, unique: true, sensitivity: 'internal' }),
  },
  publicId: 'public_id',
  title: 'number',
  list: {
    columns: [
      ...(['id', 'number', 'user_id', 'plugin_id', 'plugin_version_id', 'paid_by', 'money', 'score'] as const),
      ...(['status', 'rating', 'client', 'create_time'] as const),
    ],
    sort: '-id',
  },
  form: [
    ['number', 'status'],
    ['user_id', 'client'],
    ['plugin_id', 'plugin_version_id'],
    ['paid_by', 'rating'],
    ['money', 'score'],
    ['refund_time', 'refund_memo'],
  ],
  access: { staff: { read: true }, member: { read: { user_id: { actor: 'id' } } } },
  actions: ['refund', 'decline'],
  actionNodes: { decline: 'plugin_purchase/refund' },
  labels: {
    en: {
      $one: 'Plugin purchase',
      $many: 'Plugin purchases',
      $actions: { refund: 'Refund', decline: 'Decline the refund' },
      public_id: publicIdLabels.en,
      number: 'Number',
      user_id: 'Member',
      plugin_id: 'Plugin',
      plugin_version_id: 'Version',
      paid_by: ['Paid by', { money: 'Balance', score: 'Points', code: 'Activation code' }],
      money: 'Amount',
      score: 'Points',
      status: ['Status', { paid: 'Paid', refunded: 'Refunded', refund_requested: 'Refund requested' }],
      refund_time: 'Refunded',
      refund_memo: 'Refund reason',
      rating: 'Rating',
      client: 'Source',
      entry_id: 'Ledger entry',
      request_key: 'Request key',
      slot: 'Place',
    },
    'zh-cn': {
      $one: '插件购买记录',
      $many: '插件购买记录',
      $actions: { refund: '退款', decline: '拒绝退款' },
      public_id: publicIdLabels['zh-cn'],
      number: '单号',
      user_id: '会员',
      plugin_id: '插件',
      plugin_version_id: '版本',
      paid_by: ['支付方式', { money: '余额', score: '积分', code: '激活码' }],
      money: '金额',
      score: '积分',
      status: ['状态', { paid: '已支付', refunded: '已退款', refund_requested: '申请退款中' }],
      refund_time: '退款时间',
      refund_memo: '退款原因',
      rating: '评分',
      client: '后台',
      entry_id: '账目',
      request_key: '请求编号',
      slot: '位置',
    },
  },
});
