/**
 * Change of a protected setting that needs the approval of another admin: one admin requests it, another approves or refuses it; the
 * approval applies it.
 */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, json, ref, text } from '../entity/field';

/** Stored states of the approval; `refused` is shown as “rejected”. */
export const PENDING_CHANGE_STATUS = { waiting: 0, approved: 1, refused: 2, withdrawn: 3 } as const;

export const pendingChange = defineEntity('pending_change', {
  menu: 'routine',
  icon: 'pending_actions',
  sensitivity: 'internal',
  fields: {
    subject: choice(
      { config: 'config', admin_group: 'admin_group', admin: 'admin' },
      { default: 'config', readonly: true },
    ),
    /** Of the config item, the role group or the admin. */
    subject_id: integer({ readonly: true, min: 1 }),
    /** The column that changes. */
    field: text({ required: true, readonly: true, max: 60 }),
    name: text({ required: true, readonly: true, max: 120, search: true }),
    before: json({ readonly: true }),
    after: json({ readonly: true }),
    status: choice(PENDING_CHANGE_STATUS, { default: 'waiting', readonly: true }),
    asked_by: ref('admin', { readonly: true }),
    asked_name: text({ readonly: true, max: 30, display: 'person' }),
    decided_by: ref('admin', { readonly: true }),
    decided_name: text({ readonly: true, max: 30, display: 'person' }),
    decided_time: datetime({ readonly: true }),
    answer: text({ readonly: true, max: 255 }),
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'before', 'after', 'status', 'asked_name', 'decided_name', 'create_time'],
    sort: '-id',
  },
  form: [['subject', 'name'], ['before', 'after'], 'status', ['asked_name', 'decided_name'], 'decided_time', 'answer'],
  access: { staff: { read: true } },
  onDelete: { restrictWhile: { field: 'status', when: ['waiting'] } },
  actions: ['approve', 'refuse', 'withdraw'],
  actionNodes: { approve: 'config/approve', refuse: 'config/approve' },
  labels: {
    en: {
      $one: 'Pending change',
      $many: 'Pending changes',
      $actions: { approve: 'Approve', refuse: 'Reject', withdraw: 'Withdraw' },
      subject: ['Type', { config: 'Setting', admin_group: 'Role group', admin: 'Admin' }],
      subject_id: 'Item ID',
      field: 'Field',
      name: 'Item',
      before: 'Old value',
      after: 'New value',
      status: ['Status', { waiting: 'Waiting', approved: 'Approved', refused: 'Rejected', withdrawn: 'Withdrawn' }],
      asked_by: 'Requester account',
      asked_name: 'Requested by',
      decided_by: 'Reviewer account',
      decided_name: 'Reviewed by',
      decided_time: 'Reviewed',
      answer: 'Reason for rejection',
    },
    'zh-cn': {
      $one: '待审批变更',
      $many: '变更审批',
      $actions: { approve: '批准', refuse: '驳回', withdraw: '撤回' },
      subject: ['类别', { config: '设置项', admin_group: '角色组', admin: '管理员' }],
      subject_id: '编号',
      field: '字段',
      name: '变更项',
      before: '原值',
      after: '新值',
      status: ['状态', { waiting: '待审批', approved: '已批准', refused: '已驳回', withdrawn: '已撤回' }],
      asked_by: '申请人账号',
      asked_name: '申请人',
      decided_by: '审批人账号',
      decided_name: '审批人',
      decided_time: '审批时间',
      answer: '驳回理由',
    },
  },
});
