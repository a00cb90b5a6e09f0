/** Lead: a message from the contact form, and its processing status. */
import { defineEntity } from '../entity/entity';
import { choice, onOff, text } from '../entity/field';
import {
  requestFields,
  requestFormRows,
  requestGroupLabels,
  requestHelp,
  requestLabels,
} from './parts/requestHandling';
import { HEADCOUNT, HEADCOUNT_LABELS } from './shared';

export const lead = defineEntity('lead', {
  menu: 'request',
  icon: 'contact_mail',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 30, pattern: 'person_name', search: true }),
    mobile: text({ required: true, max: 20, pattern: 'mobile', search: true, sensitivity: 'restricted' }),
    email: text({ max: 254, pattern: 'email', search: true, sensitivity: 'restricted' }),
    company: text({ max: 60, search: true }),
    headcount: choice(HEADCOUNT),
    job_position: text({ max: 60 }),
    content: text({ required: true, max: 1000, lines: 5 }),
    handle_status: choice({ received: 0, following_up: 1, completed: 2 }, { default: 'received', as: 'radio' }),
    status: onOff(),
    ...requestFields,
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'company', 'mobile', 'email', 'headcount', 'handle_status', 'content', 'create_time'],
    optional: ['headcount'],
    sort: '-id',
  },
  form: [
    {
      group: 'person',
      rows: [
        ['name', 'job_position'],
        ['mobile', 'email'],
        ['company', 'headcount'],
      ],
    },
    { group: 'request', rows: ['content', ['handle_status', 'status']] },
    { group: 'handling', rows: [...requestFormRows] },
  ],
  access: { staff: 'crud' },
  mergeGroups: [['mobile', 'email']],
  transitions: {
    handle_status: {
      follow_up: { from: ['received'], to: 'following_up' },
      complete: { from: ['received', 'following_up'], to: 'completed' },
      put_back: { from: ['following_up'], to: 'received', node: 'reopen' },
      reopen: { from: ['completed'], to: 'following_up', node: 'reopen' },
    },
  },
  labels: {
    en: {
      $one: 'Lead',
      $many: 'Leads',
      $help: {
        ...requestHelp.en,
        handle_status: 'Moving back a step needs the “Reopen” permission',
        headcount: 'Number of employees',
      },
      $groups: { ...requestGroupLabels.en, person: 'Contact', request: 'Request' },
      name: 'Name',
      mobile: 'Mobile',
      email: 'Email',
      company: 'Company',
      headcount: ['Headcount', HEADCOUNT_LABELS],
      job_position: 'Job title',
      content: 'Message',
      handle_status: ['Progress', { received: 'Received', following_up: 'Following up', completed: 'Completed' }],
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
      ...requestLabels.en,
    },
    'zh-cn': {
      $one: '联系线索',
      $many: '联系线索',
      $help: {
        ...requestHelp['zh-cn'],
        handle_status: '已接收、跟进中、已完成；退回一步需要“重新打开”权限',
        headcount: '公司有多少人',
      },
      $groups: { ...requestGroupLabels['zh-cn'], person: '联系人', request: '需求' },
      name: '姓名',
      mobile: '手机号',
      email: '邮箱',
      company: '公司',
      headcount: ['人数规模', HEADCOUNT_LABELS],
      job_position: '职位',
      content: '咨询内容',
      handle_status: ['处理状态', { received: '已接收', following_up: '跟进中', completed: '已完成' }],
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
      ...requestLabels['zh-cn'],
    },
  },
});
