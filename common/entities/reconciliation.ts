/** Reconciliation: one check of the ledgers of one or all members, and its findings. It repairs nothing. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, json, ref, text } from '../entity/field';

export const RECONCILIATION_STATUS = { waiting: 0, running: 1, sound: 2, findings: 3, failed: 4 } as const;

export const reconciliation = defineEntity('reconciliation', {
  menu: 'users',
  icon: 'balance',
  sensitivity: 'internal',
  fields: {
    /** The member whose accounts are checked; null: all members. */
    user_id: ref('user'),
    status: choice(RECONCILIATION_STATUS, { default: 'waiting', readonly: true }),
    /** Entries checked so far, and their number at the start. */
    checked: integer({ default: 0, readonly: true, min: 0 }),
    total: integer({ default: 0, readonly: true, min: 0 }),
    found: integer({ default: 0, readonly: true, min: 0 }),
    findings: json({ readonly: true, sensitivity: 'money' }),
    asked_name: text({ readonly: true, max: 30, default: 'Atrium', display: 'person' }),
    finish_time: datetime({ readonly: true }),
  },
  title: 'asked_name',
  list: {
    columns: ['id', 'user_id', 'status', 'checked', 'total', 'found', 'asked_name', 'create_time', 'finish_time'],
    sort: '-id',
  },
  form: ['user_id'],
  access: { staff: { read: true, create: true } },
  labels: {
    en: {
      $one: 'Reconciliation',
      $many: 'Reconciliations',
      $help: { user_id: 'Leave empty to check all members' },
      user_id: 'Member',
      status: [
        'Status',
        {
          waiting: 'Waiting',
          running: 'Running',
          sound: 'All balances match',
          findings: 'Issues found',
          failed: 'Interrupted',
        },
      ],
      checked: 'Entries checked',
      total: 'Entries',
      found: 'Issues',
      findings: 'Issue details',
      asked_name: 'Started by',
      finish_time: 'Finished',
    },
    'zh-cn': {
      $one: '对账',
      $many: '对账',
      $help: { user_id: '留空则核对全部会员的账户' },
      user_id: '会员',
      status: [
        '状态',
        { waiting: '等待中', running: '进行中', sound: '账目一致', findings: '发现差异', failed: '已中断' },
      ],
      checked: '已核对条数',
      total: '总条数',
      found: '差异数',
      findings: '差异明细',
      asked_name: '发起人',
      finish_time: '完成时间',
    },
  },
});
