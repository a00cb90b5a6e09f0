/** Showcase: a customer's case on the public site, with the apps it is about. */
import { defineEntity } from '../entity/entity';
import { image, onOff, refs, richText, text } from '../entity/field';
import { publishingFields, publishingHelp, publishingLabels } from './parts/publishingWindow';
import { PUBLIC_READ } from './shared';

export const showcase = defineEntity('showcase', {
  menu: 'product',
  icon: 'emoji_events',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 120, search: true }),
    thumbnail: image(),
    description: text({ max: 500, lines: 3, search: true }),
    content: richText(),
    app_ids: refs('app'),
    info: text({ max: 255 }),
    status: onOff(),
    ...publishingFields,
  },
  title: 'title',
  list: { columns: ['id', 'thumbnail', 'title', 'info', 'app_ids', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: ['title', 'info', 'thumbnail', 'app_ids', 'description', 'content', ['status', 'show_from', 'show_until']],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['title', 'description', 'info', 'content'],
  labels: {
    en: {
      $one: 'Case study',
      $many: 'Case studies',
      $help: {
        ...publishingHelp.en,
        info: 'The result in one line',
        description: 'Shown in lists',
        thumbnail: 'Recommended: 16:9',
      },
      title: 'Title',
      thumbnail: 'Thumbnail',
      description: 'Description',
      content: 'Content',
      app_ids: 'Apps',
      info: 'Summary',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
    },
    'zh-cn': {
      $one: '案例',
      $many: '案例',
      $help: {
        ...publishingHelp['zh-cn'],
        info: '一句话说明成效',
        description: '显示在列表中',
        thumbnail: '建议 16:9',
      },
      title: '标题',
      thumbnail: '缩略图',
      description: '描述',
      content: '内容',
      app_ids: '相关应用',
      info: '简介',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
    },
  },
});
