/** Trial request: a company that wants to try our plugins, and its outcome. */
import { defineEntity } from '../entity/entity';
import { choice, onOff, refs, text } from '../entity/field';
import {
  requestFields,
  requestFormRows,
  requestGroupLabels,
  requestHelp,
  requestLabels,
} from './parts/requestHandling';
import { HEADCOUNT, HEADCOUNT_LABELS } from './shared';

export const trialRequest = defineEntity('trial_request', {
  menu: 'request',
  icon: 'assignment',
  sensitivity: 'internal',
  fields: {
    company: text({ required: true, max: 60, search: true }),
    full_name: text({ required: true, max: 30, pattern: 'person_name', search: true }),
    phone: text({ required: true, max: 32, pattern: 'phone', search: true, sensitivity: 'restricted' }),
    email: text({ max: 254, pattern: 'email', search: true, sensitivity: 'restricted' }),
    company_scale: choice(HEADCOUNT),
    remarks: text({ max: 1000, lines: 4 }),
    plugin_ids: refs('plugin'),
    status: onOff(),
    is_handle: choice({ unhandled: 0, success: 1, failed: 2 }, { default: 'unhandled', as: 'radio' }),
    ...requestFields,
  },
  title: 'company',
  list: {
    columns: [
      'id',
      'company',
      'full_name',
      'phone',
      'email',
      'company_scale',
      'plugin_ids',
      'is_handle',
      'create_time',
    ],
    sort: '-id',
  },
  form: [
    { group: 'company', rows: [['company', 'company_scale'], ['full_name', 'phone'], 'email'] },
    { group: 'request', rows: ['plugin_ids', 'remarks', ['is_handle', 'status']] },
    { group: 'handling', rows: [...requestFormRows] },
  ],
  access: { staff: 'crud' },
  mergeGroups: [['phone', 'email']],
  transitions: {
    is_handle: {
      succeed: { from: ['unhandled'], to: 'success' },
      fail: { from: ['unhandled'], to: 'failed' },
      revise: { from: ['success', 'failed'], to: 'unhandled', super: true },
      revise_to_success: { from: ['failed'], to: 'success', super: true },
      revise_to_failed: { from: ['success'], to: 'failed', super: true },
    },
  },
  labels: {
    en: {
      $one: 'Trial request',
      $many: 'Trial requests',
      $help: {
        ...requestHelp.en,
        is_handle: 'Success and failure are final. Only super admins can change them',
        plugin_ids: 'Plugins they want to try',
      },
      $groups: { ...requestGroupLabels.en, company: 'Company', request: 'Request' },
      company: 'Company',
      full_name: 'Full name',
      phone: 'Phone',
      email: 'Email',
      company_scale: ['Company size', HEADCOUNT_LABELS],
      remarks: 'Notes',
      plugin_ids: 'Plugins',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
      is_handle: ['Outcome', { unhandled: 'Unhandled', success: 'Success', failed: 'Failed' }],
      ...requestLabels.en,
    },
    'zh-cn': {
      $one: '试用申请',
      $many: '试用申请',
      $help: {
        ...requestHelp['zh-cn'],
        is_handle: '成功与失败均为最终结果，只有超级管理员可以更改',
        plugin_ids: '希望试用的插件',
      },
      $groups: { ...requestGroupLabels['zh-cn'], company: '申请方', request: '申请内容' },
      company: '公司',
      full_name: '姓名',
      phone: '联系电话',
      email: '邮箱',
      company_scale: ['公司规模', HEADCOUNT_LABELS],
      remarks: '备注',
      plugin_ids: '申请插件',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
      is_handle: ['处理结果', { unhandled: '未处理', success: '成功', failed: '失败' }],
      ...requestLabels['zh-cn'],
    },
  },
});
