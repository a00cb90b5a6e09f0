/** Page: a page of the public site that is written in the console, at `/page/<slug>`. */
import { defineEntity } from '../entity/entity';
import { onOff, ref, richText, text } from '../entity/field';
import { publishingFields, publishingHelp, publishingLabels } from './parts/publishingWindow';
import { PUBLIC_READ } from './shared';

export const page = defineEntity('page', {
  menu: 'site',
  icon: 'web',
  sensitivity: 'public',
  fields: {
    slug: text({ required: true, max: 60, pattern: 'slug', unique: true, search: true }),
    title: text({ required: true, max: 120, search: true }),
    content: richText({ required: true, collaborative: true }),
    seo_title: text({ max: 70 }),
    seo_description: text({ max: 160, lines: 2 }),
    /** Only templates of the channel `website`; the hooks of pages refuse others. */
    template_id: ref('site_template'),
    status: onOff(),
    ...publishingFields,
  },
  title: 'title',
  list: { columns: ['id', 'title', 'slug', 'seo_title', 'weigh', 'status', 'update_time'], sort: '-weigh' },
  form: [
    { group: 'page', rows: ['title', ['slug', 'status'], ['show_from', 'show_until'], 'template_id', 'content'] },
    { group: 'search', rows: ['seo_title', 'seo_description'] },
  ],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['title', 'content', 'seo_title', 'seo_description'],
  labels: {
    en: {
      $one: 'Page',
      $many: 'Pages',
      $help: {
        ...publishingHelp.en,
        slug: 'The end of the URL: lowercase letters, digits and single hyphens',
        template_id: 'A template of the website channel. Leave empty for the default layout',
        seo_title: 'Shown by search engines. Defaults to the title',
      },
      $groups: { page: 'Page', search: 'Search engines' },
      slug: 'URL slug',
      title: 'Title',
      content: 'Content',
      template_id: 'Layout',
      seo_title: 'SEO title',
      seo_description: 'SEO description',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
    },
    'zh-cn': {
      $one: '页面',
      $many: '页面',
      $help: {
        ...publishingHelp['zh-cn'],
        slug: '网址末段：小写字母、数字和单个连字符',
        template_id: '渠道为网站的站点模板；留空则使用默认版式',
        seo_title: '搜索引擎显示的标题；留空则用页面标题',
      },
      $groups: { page: '页面', search: '搜索引擎' },
      slug: '网址标识',
      title: '标题',
      content: '内容',
      template_id: '版式',
      seo_title: 'SEO 标题',
      seo_description: 'SEO 描述',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
    },
  },
});
