/** Banner: a wide image with a line of text on the public site. */
import { defineEntity } from '../entity/entity';
import { choice, image, onOff, refs, text } from '../entity/field';
import { publishingFields, publishingHelp, publishingLabels } from './parts/publishingWindow';
import { PUBLIC_READ } from './shared';

export const banner = defineEntity('banner', {
  menu: 'site',
  icon: 'image',
  sensitivity: 'public',
  fields: {
    title: text({ required: true, max: 60, search: true }),
    sub_title: text({ max: 120, search: true }),
    navigation_ids: refs('navigation'),
    position: choice({ top: 0, bottom: 1 }, { default: 'top', as: 'radio' }),
    image: image({ required: true }),
    image_mobile: image(),
    jump_url: text({ max: 255, pattern: 'link' }),
    status: onOff(),
    ...publishingFields,
  },
  title: 'title',
  list: {
    columns: ['id', 'image', 'title', 'sub_title', 'navigation_ids', 'position', 'weigh', 'status', 'update_time'],
    sort: '-weigh',
  },
  form: [
    'title',
    'sub_title',
    'image',
    'image_mobile',
    'navigation_ids',
    'jump_url',
    ['position', 'status'],
    ['show_from', 'show_until'],
  ],
  access: { staff: 'crud', ...PUBLIC_READ },
  translations: ['title', 'sub_title'],
  labels: {
    en: {
      $one: 'Banner',
      $many: 'Banners',
      $help: {
        ...publishingHelp.en,
        navigation_ids: 'Pages that show it. Leave empty for all',
        image: 'Recommended: 1920 × 640 pixels',
        image_mobile: 'For narrow screens. Without it, the wide image is used',
        jump_url: 'A full URL, or a path on this site starting with /',
      },
      title: 'Title',
      sub_title: 'Subtitle',
      navigation_ids: 'Navigation',
      position: ['Position', { top: 'Top', bottom: 'Bottom' }],
      image: 'Image',
      image_mobile: 'Mobile image',
      jump_url: 'Link',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      ...publishingLabels.en,
    },
    'zh-cn': {
      $one: '轮播图',
      $many: '轮播图',
      $help: {
        ...publishingHelp['zh-cn'],
        navigation_ids: '在哪些页面展示；留空表示全部',
        image: '建议 1920×640 像素',
        image_mobile: '用于窄屏；未上传时使用宽图',
        jump_url: '完整网址，或本站以 / 开头的路径',
      },
      title: '标题',
      sub_title: '副标题',
      navigation_ids: '所属导航',
      position: ['位置', { top: '顶部', bottom: '底部' }],
      image: '图片',
      image_mobile: '手机端图片',
      jump_url: '跳转链接',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      ...publishingLabels['zh-cn'],
    },
  },
});
