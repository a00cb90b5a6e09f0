/** Product: what we offer on the public site, with the terminals, hardware, apps and cases it belongs to. */
import { defineEntity } from '../entity/entity';
import { array, file, image, onOff, refs, richText, text } from '../entity/field';
import { publishingFields, publishingHelp, publishingLabels } from './parts/publishingWindow';
import { PUBLIC_READ } from './shared';

export const product = defineEntity('product', {
  menu: 'product',
  icon: 'inventory',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 60, search: true }),
    sub_title: text({ max: 120, search: true }),
    description: text({ max: 500, lines: 3 }),
    thumbnail: image(),
    video: file(),
    labels: array({ default: [] }),
    content: richText({ collaborative: true }),
    terminal_ids: refs('device'),
    hardware_ids: refs('hardware'),
    app_ids: refs('app'),
    case_ids: refs('showcase'),
    status: onOff(),
    ...publishingFields,
  },
  title: 'title',
  list: {
    columns: ['id', 'thumbnail', 'title', 'sub_title', 'labels', 'terminal_ids', 'weigh', 'status', 'update_time'],
    sort: '-weigh',
  },
  form: [
    {
      group: 'product',
      rows: [
        'title',
        'sub_title',
        'description',
        'labels',
        'thumbnail',
        'video',
        ['status', 'show_from', 'show_until'],
      ],
    },
    {
      group: 'links',
      rows: [
        ['terminal_ids', 'hardware_ids'],
        ['app_ids', 'case_ids'],
      ],
    },
    'content',
  ],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['title', 'sub_title', 'description', 'labels', 'content'],
  labels: {
    en: {
      $one: 'Product',
      $many: 'Products',
      $help: {
        ...publishingHelp.en,
        labels: 'Short words shown as tags',
        video: 'MP4, up to the upload limit of the site',
      },
      $groups: { product: 'Product', links: 'Related' },
      title: 'Title',
      sub_title: 'Subtitle',
      description: 'Description',
      thumbnail: 'Thumbnail',
      video: 'Video',
      labels: 'Tags',
      content: 'Content',
      terminal_ids: 'Platforms',
      hardware_ids: 'Hardware',
      app_ids: 'Apps',
      case_ids: 'Case studies',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
    },
    'zh-cn': {
      $one: '产品',
      $many: '产品',
      $help: { ...publishingHelp['zh-cn'], labels: '以标签形式展示的短语', video: 'MP4 格式，大小不超过站点上传限制' },
      $groups: { product: '产品', links: '关联' },
      title: '标题',
      sub_title: '副标题',
      description: '描述',
      thumbnail: '缩略图',
      video: '视频',
      labels: '标签',
      content: '内容',
      terminal_ids: '适用终端',
      hardware_ids: '适用硬件',
      app_ids: '相关应用',
      case_ids: '相关案例',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
    },
  },
});
