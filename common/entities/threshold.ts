/**
 * Threshold (alert rule): a bound of a measure. When the value of the measure crosses it, everyone with the permission gets a notice,
 * and one person can acknowledge it.
 */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, json, onOff, ref, refs, text } from '../entity/field';
import { THRESHOLD_PERIODS } from '../thresholdPeriods';

export const threshold = defineEntity('threshold', {
  menu: 'routine',
  icon: 'speed',
  sensitivity: 'internal',
  fields: {
    title: text({ required: true, max: 40, search: true }),
    /** The measure to compare with the bound; `figure` is the stored word. */
    figure: json({ required: true }),
    side: choice({ above: 'above', below: 'below' }, { default: 'above', as: 'radio' }),
    bound: integer({ required: true }),
    period: choice(THRESHOLD_PERIODS, { default: 'total' }),
    /** Staff that get a mail in addition to the notice. */
    mail_to: refs('admin'),
    /** `calm`: the bound is not crossed. */
    state: choice(
      { calm: 'calm', raised: 'raised', acknowledged: 'acknowledged' },
      { default: 'calm', readonly: true },
    ),
    /** The last value of the measure. Only readers of the measure may see it, so a route of its own sends it. */
    found: integer({ readonly: true, sensitivity: 'secret' }),
    raised_time: datetime({ readonly: true }),
    acknowledged_by: ref('admin', { readonly: true }),
    status: onOff(),
  },
  title: 'title',
  list: {
    columns: ['id', 'title', 'side', 'bound', 'period', 'state', 'raised_time', 'acknowledged_by', 'status'],
    optional: ['acknowledged_by'],
    sort: '-raised_time',
  },
  form: [
    'title',
    ['side', 'bound'],
    ['period', 'status'],
    'mail_to',
    'figure',
    'state',
    ['raised_time', 'acknowledged_by'],
  ],
  access: { staff: 'crud' },
  actions: ['acknowledge'],
  labels: {
    en: {
      $one: 'Threshold',
      $many: 'Thresholds',
      $help: {
        figure: 'What to count. Set it from a dashboard card',
        bound: 'A count, or an amount for totals of money',
        period: 'All time, since midnight, or the period just ended',
        mail_to: 'Everyone with access gets a notification. These people also get an email',
        acknowledged_by: 'Who is handling it',
      },
      $actions: { acknowledge: 'Acknowledge' },
      title: 'Title',
      figure: 'Figure',
      side: ['Triggers when', { above: 'Above', below: 'Below' }],
      bound: 'Threshold',
      period: [
        'Period',
        {
          total: 'All time',
          today: 'Today',
          ten_minutes: 'Last 10 minutes',
          hour: 'Last hour',
          week: 'Last 7 days',
          month: 'Last 30 days',
        },
      ],
      mail_to: 'Email to',
      state: ['State', { calm: 'OK', raised: 'Triggered', acknowledged: 'Acknowledged' }],
      found: 'Value',
      raised_time: 'Triggered',
      acknowledged_by: 'Acknowledged by',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '阈值告警',
      $many: '阈值告警',
      $help: {
        figure: '统计内容，可从仪表盘卡片设置',
        bound: '数量；统计金额时为金额',
        period: '累计、当天零点起，或刚过去的一段时间',
        mail_to: '有权查看告警及该指标的人都会收到通知；此处所选人员还会收到邮件',
        acknowledged_by: '负责处理的人',
      },
      $actions: { acknowledge: '我来处理' },
      title: '标题',
      figure: '指标',
      side: ['触发条件', { above: '高于', below: '低于' }],
      bound: '阈值',
      period: [
        '统计范围',
        {
          total: '累计',
          today: '今日',
          ten_minutes: '10 分钟内',
          hour: '一小时内',
          week: '7 天内',
          month: '30 天内',
        },
      ],
      mail_to: '邮件通知',
      state: ['告警状态', { calm: '正常', raised: '已触发', acknowledged: '处理中' }],
      found: '触发时数值',
      raised_time: '触发时间',
      acknowledged_by: '处理人',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
