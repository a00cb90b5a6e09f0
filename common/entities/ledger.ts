/** Common parts of the two ledgers of a member: every entry holds the balance before and after, the memo and its number. Append-only. */
import { choice, integer, ref, text } from '../entity/field';

/** Types of entries that staff choose. */
export const STAFF_TYPES = ['top_up', 'payment', 'refund', 'fee', 'adjust'] as const;
/** Every type; those that staff do not choose are set by the system. */
export const ENTRY_TYPES = {
  top_up: 'top_up',
  payment: 'payment',
  refund: 'refund',
  fee: 'fee',
  adjust: 'adjust',
  reversal: 'reversal',
  sign_in: 'sign_in',
  activation: 'activation',
  opening: 'opening',
} as const;
/** Longest reference, such as an order or till number. */
export const REFERENCE_MAX = 64;

/** Columns other than the amount, which each ledger calls by its own name. */
export const entryFields = {
  /** Number of the entry within the account, without gaps. */
  n: integer({ readonly: true, min: 1 }),
  memo: text({ required: true, max: 255, search: true }),
  /** Staff choose one of `STAFF_TYPES`; the server refuses the others. */
  type: choice(ENTRY_TYPES, { default: 'adjust' }),
  /** An order or till number that staff type. */
  reference: text({ max: REFERENCE_MAX, search: true }),
  /** Receipt number for people; it reveals nothing about other entries. */
  receipt: text({ readonly: true, max: 20, unique: true, search: true }),
} as const;
/** Columns of the list of entries, after the amount. */
export const ENTRY_COLUMNS = [
  'before',
  'after',
  'n',
  'memo',
  'reference',
  'receipt',
  'actor_name',
  'approved_name',
  'client',
  'create_time',
] as const;
/** Fields of an entry that only staff read. */
export const staffEntryFields = {
  actor: text({ readonly: true, max: 40, sensitivity: 'internal' }),
  actor_name: text({ readonly: true, max: 30, sensitivity: 'internal' }),
  /** The approver, in the form of `actor`; null when no approval was needed. */
  approved_by: text({ readonly: true, max: 40, sensitivity: 'internal' }),
  approved_name: text({ readonly: true, max: 30, sensitivity: 'internal' }),
  /** Client that booked it: `console`, `api`, `api:<token name>`, `batch`, `import` or `system`; null on older entries. */
  client: text({ readonly: true, max: 40, sensitivity: 'internal' }),
  /** The reference of the cause; unique, so that nothing is booked twice. */
  ref: text({ readonly: true, max: 80, unique: true, sensitivity: 'internal' }),
  /** Idempotency key of the request; unique. */
  idem: text({ readonly: true, max: 120, unique: true, sensitivity: 'internal' }),
  /** `<member>:<n>`: unique, so that concurrent requests cannot book the same number. */
  slot: text({ readonly: true, max: 40, unique: true, sensitivity: 'internal' }),
  /** HMAC over the entry and the previous HMAC of the account (hash chain), with a key of the installation. */
  hash: text({ readonly: true, max: 64, sensitivity: 'internal' }),
} as const;
export const entryUser = () => ref('user', { required: true, searchTarget: true, sensitivity: 'public' });

export const entryLabels = {
  en: {
    user_id: 'Member',
    n: 'No.',
    memo: 'Reason',
    type: [
      'Type',
      {
        top_up: 'Top-up',
        payment: 'Payment',
        refund: 'Refund',
        fee: 'Fee',
        adjust: 'Adjustment',
        reversal: 'Reversal',
        sign_in: 'Daily check-in',
        activation: 'Activation code',
        opening: 'Opening balance',
      },
    ],
    reference: 'Reference',
    receipt: 'Receipt no.',
    approved_by: 'Approving account',
    approved_name: 'Approved by',
    client: 'Channel',
    actor: 'Account',
    actor_name: 'Added by',
    ref: 'Source',
    idem: 'Request key',
    slot: 'Place',
    hash: 'Checksum',
    $actions: { reverse: 'Reverse' },
  },
  'zh-cn': {
    user_id: '会员',
    n: '序号',
    memo: '变动说明',
    type: [
      '类型',
      {
        top_up: '充值',
        payment: '消费',
        refund: '退款',
        fee: '手续费',
        adjust: '调整',
        reversal: '冲正',
        sign_in: '每日签到',
        activation: '激活码兑换',
        opening: '期初余额',
      },
    ],
    reference: '业务单号',
    receipt: '回单号',
    approved_by: '复核账号',
    approved_name: '复核人',
    client: '渠道',
    actor: '操作账号',
    actor_name: '操作人',
    ref: '来源',
    idem: '请求编号',
    slot: '位置',
    hash: '校验码',
    $actions: { reverse: '冲正' },
  },
} as const;
