/** Booking that waits for a second person: asked for by one admin, approved or refused by another, booked only then. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, money, ref, text } from '../entity/field';

const MOST = 1_000_000_000_000;
export const PENDING = { waiting: 0, approved: 1, refused: 2, withdrawn: 3 } as const;

export const pendingBooking = defineEntity('pending_booking', {
  menu: 'users',
  icon: 'inbox',
  sensitivity: 'internal',
  fields: {
    user_id: ref('user', { required: true, readonly: true }),
    kind: choice({ money: 'money', score: 'score' }, { default: 'money', readonly: true }),
    /** One of the two, as `kind` says. */
    money: money({ readonly: true }),
    score: integer({ readonly: true, min: -MOST, max: MOST, sensitivity: 'money' }),
    memo: text({ required: true, readonly: true, max: 255, search: true }),
    /** The entry it takes back. */
    entry: integer({ readonly: true, min: 1 }),
    status: choice(PENDING, { default: 'waiting', readonly: true }),
    asked_by: ref('admin', { readonly: true }),
    asked_name: text({ readonly: true, max: 30 }),
    decided_by: ref('admin', { readonly: true }),
    decided_name: text({ readonly: true, max: 30 }),
    decided_time: datetime({ readonly: true }),
    answer: text({ readonly: true, max: 255 }),
    /** The number of the entry it became. */
    n: integer({ readonly: true, min: 1 }),
  },
  title: 'memo',
  list: {
    columns: ['id', 'user_id', 'status', 'money', 'score', 'memo', 'asked_name', 'decided_name', 'create_time'],
    sort: '-id',
  },
  form: [
    ['user_id', 'kind'],
    ['money', 'score'],
    'memo',
    ['status', 'n'],
    ['asked_name', 'decided_name'],
    ['decided_time', 'entry'],
    'answer',
  ],
  access: { staff: { read: true } },
  holds: { field: 'status', when: ['waiting'] },
  actions: ['approve', 'refuse', 'withdraw'],
  words: {
    en: {
      $one: 'Booking to approve',
      $many: 'Bookings to approve',
      $actions: { approve: 'Approve', refuse: 'Refuse', withdraw: 'Withdraw' },
      $help: {
        n: 'The entry of the account it became',
        entry: 'The entry it takes back',
      },
      user_id: 'Member',
      kind: ['Account', { money: 'Balance', score: 'Points' }],
      money: 'Amount',
      score: 'Points',
      memo: 'Reason',
      entry: 'Takes back',
      status: ['Status', { waiting: 'Waiting', approved: 'Booked', refused: 'Refused', withdrawn: 'Withdrawn' }],
      asked_by: 'Requester',
      asked_name: 'Asked by',
      decided_by: 'Reviewer',
      decided_name: 'Decided by',
      decided_time: 'Decided',
      answer: 'Reason for refusal',
      n: 'Entry no.',
    },
    'zh-cn': {
      $one: '待复核入账',
      $many: '入账复核',
      $actions: { approve: '批准', refuse: '驳回', withdraw: '撤回' },
      $help: { n: '入账后的流水序号', entry: '被冲正的记录' },
      user_id: '会员',
      kind: ['账户', { money: '余额', score: '积分' }],
      money: '金额',
      score: '积分',
      memo: '变动说明',
      entry: '冲正对象',
      status: ['状态', { waiting: '待复核', approved: '已入账', refused: '已驳回', withdrawn: '已撤回' }],
      asked_by: '申请人账号',
      asked_name: '申请人',
      decided_by: '复核人账号',
      decided_name: '复核人',
      decided_time: '复核时间',
      answer: '驳回理由',
      n: '序号',
    },
  },
});
