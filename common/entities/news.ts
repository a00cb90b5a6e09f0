/** News: the public site's news, grouped by categories; each item belongs to the admin who wrote it. */
import { defineEntity } from '../entity/entity';
import { image, onOff, ref, refs, richText, text } from '../entity/field';
import {
  publishingFields,
  publishingHelp,
  publishingLabels,
  publishTimeField,
  publishTimeLabels,
} from './parts/publishingWindow';

export const news = defineEntity('news', {
  menu: 'content',
  icon: 'newspaper',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 120, search: true }),
    cat_ids: refs('news_category'),
    thumbnail: image(),
    description: text({ max: 500, lines: 3, search: true }),
    content: richText({ required: true, collaborative: true }),
    admin_id: ref('admin', { readonly: true, sensitivity: 'internal' }),
    status: onOff(),
    ...publishTimeField,
    ...publishingFields,
  },
  title: 'title',
  list: {
    columns: ['id', 'thumbnail', 'title', 'cat_ids', 'admin_id', 'weigh', 'status', 'create_time', 'update_time'],
    sort: '-weigh',
  },
  form: ['title', ['cat_ids', 'status'], ['show_from', 'show_until'], 'thumbnail', 'description', 'content'],
  access: { staff: 'crud', guest: { read: { status: 1 } }, member: { read: { status: 1 } } },
  owner: 'admin_id',
  translations: ['title', 'description', 'content'],
  labels: {
    en: {
      $one: 'News item',
      $many: 'News',
      $help: {
        ...publishingHelp.en,
        description: 'Shown in lists and search results',
        thumbnail: 'Recommended: 16:9, at least 640 pixels wide',
      },
      title: 'Title',
      cat_ids: 'Categories',
      thumbnail: 'Thumbnail',
      description: 'Summary',
      content: 'Content',
      admin_id: 'Author',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
      ...publishTimeLabels.en,
    },
    'zh-cn': {
      $one: '新闻',
      $many: '新闻',
      $help: {
        ...publishingHelp['zh-cn'],
        description: '显示在列表和搜索结果中',
        thumbnail: '建议 16:9，宽度不小于 640 像素',
      },
      title: '标题',
      cat_ids: '分类',
      thumbnail: '缩略图',
      description: '描述',
      content: '内容',
      admin_id: '作者',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
      ...publishTimeLabels['zh-cn'],
    },
  },
});
