/** What the two ledgers of a member share: every entry says what was before and after, why, and in which order. Only ever added to. */
import { choice, integer, ref, text } from '../entity/field';

/** Where an entry comes from. */
export const ENTRY_TYPES = { adjust: 'adjust', reversal: 'reversal', sign_in: 'sign_in', opening: 'opening' } as const;

/** Columns besides the amount, which each ledger calls by its own name. */
export const entryFields = {
  /** The account's own numbering, without gaps. */
  n: integer({ readonly: true, min: 1 }),
  memo: text({ required: true, max: 255 }),
  type: choice(ENTRY_TYPES, { default: 'adjust', readonly: true }),
} as const;
/** What only staff read. */
export const entryProof = {
  actor: text({ readonly: true, max: 40, sensitivity: 'internal' }),
  actor_name: text({ readonly: true, max: 30, sensitivity: 'internal' }),
  /** What it was booked for: nothing is booked twice for the same. */
  ref: text({ readonly: true, max: 80, unique: true, sensitivity: 'internal' }),
  /** The key of the request: one key, one entry. */
  idem: text({ readonly: true, max: 120, unique: true, sensitivity: 'internal' }),
  /** `<member>:<n>`: no place in an account is taken twice, whatever races. */
  slot: text({ readonly: true, max: 40, unique: true, sensitivity: 'internal' }),
  /** Binds the entry to all entries of the account before it, under a key of the installation. */
  hash: text({ readonly: true, max: 64, sensitivity: 'internal' }),
} as const;
export const entryUser = () => ref('user', { required: true, sensitivity: 'public' });

export const entryWords = {
  en: {
    user_id: 'Member',
    n: 'No.',
    memo: 'Reason',
    type: [
      'Type',
      { adjust: 'Adjustment', reversal: 'Reversal', sign_in: 'Daily check-in', opening: 'Opening balance' },
    ],
    actor: 'Booking account',
    actor_name: 'Booked by',
    ref: 'Reference',
    idem: 'Request key',
    slot: 'Place',
    hash: 'Seal',
    $actions: { reverse: 'Reverse' },
  },
  'zh-cn': {
    user_id: '会员',
    n: '序号',
    memo: '变动说明',
    type: ['类型', { adjust: '调整', reversal: '冲正', sign_in: '每日签到', opening: '期初余额' }],
    actor: '操作账号',
    actor_name: '操作人',
    ref: '关联单据',
    idem: '请求编号',
    slot: '位置',
    hash: '校验码',
    $actions: { reverse: '冲正' },
  },
} as const;
