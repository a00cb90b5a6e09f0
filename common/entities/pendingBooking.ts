/** Booking that needs the approval of another admin: one admin requests it, another approves or refuses it; the approval books it. */
import { defineEntity } from '../entity/entity';
import { ENTRY_TYPES, entryLabels, REFERENCE_MAX } from './ledger';
import { choice, datetime, integer, money, ref, text } from '../entity/field';

const MAX_AMOUNT = 1_000_000_000_000;
/** Stored states of the approval; `refused` is shown as “rejected”. */
export const PENDING_BOOKING_STATUS = { waiting: 0, approved: 1, refused: 2, withdrawn: 3 } as const;

export const pendingBooking = defineEntity('pending_booking', {
  menu: 'users',
  icon: 'fact_check',
  sensitivity: 'internal',
  fields: {
    user_id: ref('user', { required: true, readonly: true }),
    /** The effect of the approval: books the amount, or deletes the member who holds it. */
    act: choice({ book: 'book', delete: 'delete' }, { default: 'book', readonly: true }),
    kind: choice({ money: 'money', score: 'score' }, { default: 'money', readonly: true }),
    /** One of the two, as `kind` says. */
    money: money({ readonly: true }),
    score: integer({ readonly: true, min: -MAX_AMOUNT, max: MAX_AMOUNT, sensitivity: 'money' }),
    /** Of the entry it becomes. */
    type: choice(ENTRY_TYPES, { default: 'adjust', readonly: true }),
    reference: text({ readonly: true, max: REFERENCE_MAX, search: true }),
    memo: text({ required: true, readonly: true, max: 255, search: true }),
    /** The entry it reverses. */
    entry: integer({ readonly: true, min: 1 }),
    status: choice(PENDING_BOOKING_STATUS, { default: 'waiting', readonly: true }),
    asked_by: ref('admin', { readonly: true }),
    asked_name: text({ readonly: true, max: 30, display: 'person' }),
    /** Client that asked for the booking, as in the entry. */
    client: text({ readonly: true, max: 40 }),
    decided_by: ref('admin', { readonly: true }),
    decided_name: text({ readonly: true, max: 30, display: 'person' }),
    decided_time: datetime({ readonly: true }),
    answer: text({ readonly: true, max: 255 }),
    /** The number of the entry it became. */
    n: integer({ readonly: true, min: 1 }),
  },
  title: 'memo',
  list: {
    columns: ['id', 'user_id', 'act', 'status', 'money', 'score', 'memo', 'asked_name', 'decided_name', 'create_time'],
    sort: '-id',
  },
  form: [
    ['user_id', 'act'],
    'kind',
    ['money', 'score'],
    ['type', 'reference'],
    'memo',
    ['status', 'n'],
    ['asked_name', 'decided_name'],
    ['decided_time', 'client'],
    'entry',
    'answer',
  ],
  access: { staff: { read: true } },
  onDelete: { restrictWhile: { field: 'status', when: ['waiting'] } },
  actions: ['approve', 'refuse', 'withdraw'],
  labels: {
    en: {
      $one: 'Pending adjustment',
      $many: 'Pending adjustments',
      $actions: { approve: 'Approve', refuse: 'Reject', withdraw: 'Withdraw' },
      $help: {
        n: 'The resulting entry',
        entry: 'The entry to reverse',
      },
      user_id: 'Member',
      act: ['Request', { book: 'Adjustment', delete: 'Delete member' }],
      kind: ['Account', { money: 'Balance', score: 'Points' }],
      type: entryLabels.en.type,
      reference: entryLabels.en.reference,
      money: 'Amount',
      score: 'Points',
      memo: 'Reason',
      entry: 'Reverses',
      status: ['Status', { waiting: 'Waiting', approved: 'Applied', refused: 'Rejected', withdrawn: 'Withdrawn' }],
      asked_by: 'Requester account',
      asked_name: 'Requested by',
      client: entryLabels.en.client,
      decided_by: 'Reviewer account',
      decided_name: 'Reviewed by',
      decided_time: 'Reviewed',
      answer: 'Reason for rejection',
      n: 'Entry no.',
    },
    'zh-cn': {
      $one: '记账复核',
      $many: '记账复核',
      $actions: { approve: '批准', refuse: '驳回', withdraw: '撤回' },
      $help: { n: '记账后的流水序号', entry: '被冲正的记录' },
      user_id: '会员',
      act: ['申请事项', { book: '记账', delete: '删除会员' }],
      kind: ['账户', { money: '余额', score: '积分' }],
      type: entryLabels['zh-cn'].type,
      reference: entryLabels['zh-cn'].reference,
      money: '金额',
      score: '积分',
      memo: '变动说明',
      entry: '冲正对象',
      status: ['状态', { waiting: '待复核', approved: '已记账', refused: '已驳回', withdrawn: '已撤回' }],
      asked_by: '申请人账号',
      asked_name: '申请人',
      client: entryLabels['zh-cn'].client,
      decided_by: '复核人账号',
      decided_name: '复核人',
      decided_time: '复核时间',
      answer: '驳回理由',
      n: '序号',
    },
  },
});
