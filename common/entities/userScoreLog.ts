/** Points history: one entry for every change of a member's points. */
import { defineEntity } from '../entity/entity';
import { integer } from '../entity/field';
import { ENTRY_COLUMNS, entryFields, staffEntryFields, entryUser, entryLabels } from './ledger';

const MAX_POINTS = 1_000_000_000_000;

export const userScoreLog = defineEntity('user_score_log', {
  base: 'log',
  menu: 'users',
  icon: 'star',
  sensitivity: 'public',
  fields: {
    user_id: entryUser(),
    score: integer({ required: true, min: -MAX_POINTS, max: MAX_POINTS, sensitivity: 'money' }),
    before: integer({ readonly: true, sensitivity: 'money' }),
    after: integer({ readonly: true, sensitivity: 'money' }),
    ...entryFields,
    ...staffEntryFields,
  },
  title: 'memo',
  list: {
    columns: ['id', 'user_id', 'type', 'score', ...ENTRY_COLUMNS],
    sort: '-id',
  },
  form: [
    'user_id',
    ['score', 'type'],
    'memo',
    'reference',
    ['before', 'after'],
    ['n', 'receipt'],
    ['actor_name', 'approved_name'],
    'client',
  ],
  access: { staff: { read: true, create: true }, member: { read: { user_id: { actor: 'id' } } } },
  memberRule: 'account/integral',
  publicId: 'n',
  actions: ['reverse'],
  labels: {
    en: {
      $one: 'Points entry',
      $many: 'Points history',
      $help: {
        score: 'Points to add (negative to deduct)',
        memo: 'Visible to the member',
        reference: 'Such as an order or till number. Visible to the member',
      },
      score: 'Amount',
      before: 'Before',
      after: 'After',
      ...entryLabels.en,
    },
    'zh-cn': {
      $one: '积分记录',
      $many: '积分日志',
      $help: {
        score: '带正负号：20 为增加，-20 为扣减',
        memo: '会员可以看到此说明',
        reference: '例如订单号或收银台编号，会员可以看到',
      },
      score: '变动积分',
      before: '变动前',
      after: '变动后',
      ...entryLabels['zh-cn'],
    },
  },
});
