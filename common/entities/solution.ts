/** Solution: how a trade works with our products, on the public site. */
import { defineEntity } from '../entity/entity';
import { choice, onOff, refs, richText, text } from '../entity/field';
import { publishingFields, publishingHelp, publishingLabels } from './parts/publishingWindow';
import { PUBLIC_READ } from './shared';

export const solution = defineEntity('solution', {
  menu: 'product',
  icon: 'lightbulb',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 120, search: true }),
    description: text({ max: 500, lines: 3, search: true }),
    content: richText({ required: true, collaborative: true }),
    is_show_case: choice({ hide: 0, show: 1 }, { default: 'show', as: 'radio' }),
    case_ids: refs('showcase'),
    status: onOff(),
    ...publishingFields,
  },
  title: 'title',
  list: { columns: ['id', 'title', 'description', 'is_show_case', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: ['title', 'description', 'content', ['is_show_case', 'status'], 'case_ids', ['show_from', 'show_until']],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['title', 'description', 'content'],
  labels: {
    en: {
      $one: 'Solution',
      $many: 'Solutions',
      $help: {
        ...publishingHelp.en,
        is_show_case: 'Show case studies under the solution',
        description: 'Shown in lists',
      },
      title: 'Title',
      description: 'Description',
      content: 'Content',
      is_show_case: ['Case studies', { hide: 'Hide', show: 'Show' }],
      case_ids: 'Chosen case studies',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
    },
    'zh-cn': {
      $one: '解决方案',
      $many: '解决方案',
      $help: {
        ...publishingHelp['zh-cn'],
        is_show_case: '方案下方是否展示案例',
        description: '显示在列表中',
      },
      title: '标题',
      description: '描述',
      content: '内容',
      is_show_case: ['展示案例', { hide: '隐藏', show: '显示' }],
      case_ids: '所选案例',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
    },
  },
});
