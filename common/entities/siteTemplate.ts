/** Site template: layout and requirements of one channel: web, WeChat or app. */
import { defineEntity } from '../entity/entity';
import { choice, file, json, onOff, text } from '../entity/field';

export const siteTemplate = defineEntity('site_template', {
  menu: 'site',
  icon: 'palette',
  sensitivity: 'internal',
  fields: {
    type: choice(
      { website: 'website', wechat: 'wechat', wechat_mini: 'wechat_mini', app: 'app', software: 'software' },
      { default: 'website' },
    ),
    sign: text({ required: true, max: 40, pattern: 'slug', unique: true, search: true }),
    title: text({ required: true, max: 60, search: true }),
    remark: text({ max: 255, lines: 2 }),
    form_data: json(),
    file_id: file({ by: 'id' }),
    status: onOff(),
  },
  title: 'title',
  list: {
    columns: ['id', 'title', 'sign', 'type', 'file_id', 'remark', 'weigh', 'status', 'update_time'],
    sort: '-weigh',
  },
  form: ['title', ['sign', 'type'], 'remark', 'file_id', 'form_data', 'status'],
  access: { staff: 'crud' },
  labels: {
    en: {
      $one: 'Site template',
      $many: 'Site templates',
      $help: {
        sign: 'Lowercase letters, digits and single hyphens',
        form_data: 'Template settings as JSON',
        file_id: 'The template archive',
      },
      type: [
        'Channel',
        {
          website: 'Website',
          wechat: 'WeChat account',
          wechat_mini: 'WeChat mini program',
          app: 'App',
          software: 'Desktop software',
        },
      ],
      sign: 'Identifier',
      title: 'Title',
      remark: 'Notes',
      form_data: 'Settings',
      file_id: 'File',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '站点模板',
      $many: '站点模板',
      $help: { sign: '小写字母、数字和单个连字符', form_data: '模板设置（JSON）', file_id: '模板压缩包' },
      type: [
        '渠道',
        { website: '网站', wechat: '微信公众号', wechat_mini: '微信小程序', app: 'App', software: '桌面软件' },
      ],
      sign: '标识',
      title: '标题',
      remark: '备注',
      form_data: '表单数据',
      file_id: '模板文件',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
