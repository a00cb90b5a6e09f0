/** Job: long work of the server in recorded steps, such as applying a design. Only the server writes it; everyone who may see it follows it live. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, json, onOffSwitch, ref, text } from '../entity/field';

export const JOB_STATUS = {
  waiting: 'waiting',
  running: 'running',
  success: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

export const job = defineEntity('job', {
  menu: 'developer',
  icon: 'schedule',
  sensitivity: 'internal',
  fields: {
    /** Kind of the work, such as `apply_design`. */
    kind: text({ required: true, readonly: true, max: 40, search: true }),
    /** The subject of the job, such as the name of a table. */
    subject: text({ readonly: true, max: 120, default: '', search: true }),
    status: choice(JOB_STATUS, { default: 'waiting', readonly: true }),
    /** Percent of the steps that are finished. */
    progress: integer({ default: 0, readonly: true, min: 0, max: 100 }),
    /** The steps in order: a list of `{ name, status, at }`. */
    steps: json({ readonly: true }),
    /** Lines that the steps reported. */
    output: text({ readonly: true, max: 20000, lines: 10, default: '' }),
    /** Why it failed. */
    error: text({ readonly: true, max: 1000, default: '' }),
    admin_id: ref('admin', { readonly: true }),
    /** The parameters of the steps; no secrets. */
    input: json({ readonly: true, long: true }),
    /** The results of the steps, with which they are continued or undone. */
    state: json({ readonly: true, long: true }),
    /** Somebody asked to cancel it; the runner undoes its steps. */
    is_cancelling: onOffSwitch({ default: 0, readonly: true }),
    /** Counts the starts: a runner that lost the job finds another number and stops. */
    attempt: integer({ default: 0, readonly: true }),
    /** The server node that runs the job. */
    runner: text({ readonly: true, max: 40, default: '' }),
    started_time: datetime({ readonly: true }),
    ended_time: datetime({ readonly: true }),
  },
  title: 'kind',
  list: {
    columns: ['id', 'kind', 'subject', 'status', 'progress', 'admin_id', 'create_time', 'ended_time'],
    sort: '-id',
  },
  form: [['kind', 'subject'], ['status', 'progress'], 'output', 'error'],
  access: { staff: { read: true } },
  owner: 'admin_id',
  labels: {
    en: {
      $one: 'Job',
      $many: 'Jobs',
      kind: 'Job',
      subject: 'Subject',
      status: [
        'Status',
        { waiting: 'Waiting', running: 'Running', success: 'Success', failed: 'Failed', cancelled: 'Canceled' },
      ],
      progress: 'Progress (%)',
      steps: 'Steps',
      output: 'Output',
      error: 'Error',
      admin_id: 'Started by',
      input: 'Input',
      state: 'Recorded state',
      is_cancelling: 'Being canceled',
      attempt: 'Attempts',
      runner: 'Node',
      started_time: 'Started',
      ended_time: 'Ended',
    },
    'zh-cn': {
      $one: '后台任务',
      $many: '后台任务',
      kind: '任务',
      subject: '对象',
      status: ['状态', { waiting: '等待中', running: '执行中', success: '成功', failed: '失败', cancelled: '已取消' }],
      progress: '进度（%）',
      steps: '步骤',
      output: '输出',
      error: '错误',
      admin_id: '发起人',
      input: '输入',
      state: '记录的状态',
      is_cancelling: '正在取消',
      attempt: '尝试次数',
      runner: '节点',
      started_time: '开始时间',
      ended_time: '结束时间',
    },
  },
});
