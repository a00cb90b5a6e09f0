/** Activation use: who redeemed which code, and when. Append-only. */
import { defineEntity } from '../entity/entity';
import { ref, text } from '../entity/field';

export const activationUse = defineEntity('activation_use', {
  base: 'log',
  menu: 'request',
  icon: 'redeem',
  sensitivity: 'internal',
  fields: {
    code_id: ref('activation_code', { required: true, readonly: true }),
    user_id: ref('user', { required: true, readonly: true }),
    /** `<code>:<member>`: unique, so that a member cannot redeem a code twice, even in concurrent requests. */
    slot: text({ required: true, readonly: true, max: 40, unique: true }),
    ip: text({ readonly: true, max: 45, sensitivity: 'restricted' }),
  },
  title: 'slot',
  list: { columns: ['id', 'code_id', 'user_id', 'ip', 'create_time'], sort: '-id' },
  form: [['code_id', 'user_id'], 'ip'],
  access: { staff: { read: true } },
  labels: {
    en: {
      $one: 'Code redemption',
      $many: 'Code redemptions',
      code_id: 'Activation code',
      user_id: 'Member',
      slot: 'Place',
      ip: 'IP',
    },
    'zh-cn': {
      $one: '兑换记录',
      $many: '兑换记录',
      code_id: '激活码',
      user_id: '会员',
      slot: '位置',
      ip: 'IP',
    },
  },
});
