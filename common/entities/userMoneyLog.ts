/** Balance history: one entry for every change of a member's balance. */
import { defineEntity } from '../entity/entity';
import { money } from '../entity/field';
import { ENTRY_COLUMNS, entryFields, staffEntryFields, entryUser, entryLabels } from './ledger';

export const userMoneyLog = defineEntity('user_money_log', {
  base: 'log',
  menu: 'users',
  icon: 'payments',
  sensitivity: 'public',
  fields: {
    user_id: entryUser(),
    money: money({ required: true }),
    before: money({ readonly: true }),
    after: money({ readonly: true }),
    ...entryFields,
    ...staffEntryFields,
  },
  title: 'memo',
  list: {
    columns: ['id', 'user_id', 'type', 'money', ...ENTRY_COLUMNS],
    sort: '-id',
  },
  form: [
    'user_id',
    ['money', 'type'],
    'memo',
    'reference',
    ['before', 'after'],
    ['n', 'receipt'],
    ['actor_name', 'approved_name'],
    'client',
  ],
  access: { staff: { read: true, create: true }, member: { read: { user_id: { actor: 'id' } } } },
  memberRule: 'account/balance',
  publicId: 'n',
  actions: ['reverse'],
  labels: {
    en: {
      $one: 'Balance entry',
      $many: 'Balance history',
      $help: {
        money: 'Amount to add (negative to deduct)',
        memo: 'Visible to the member',
        reference: 'Such as an order or till number. Visible to the member',
      },
      money: 'Amount',
      before: 'Before',
      after: 'After',
      ...entryLabels.en,
    },
    'zh-cn': {
      $one: '余额记录',
      $many: '余额日志',
      $help: {
        money: '带正负号：50.00 为增加，-50.00 为扣减',
        memo: '会员可以看到此说明',
        reference: '例如订单号或收银台编号，会员可以看到',
      },
      money: '变动金额',
      before: '变动前',
      after: '变动后',
      ...entryLabels['zh-cn'],
    },
  },
});
