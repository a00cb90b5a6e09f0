/** Module: an installed plugin. Only the installer writes it. */
import { defineEntity } from '../entity/entity';
import { choice, text } from '../entity/field';

export const module = defineEntity('module', {
  menu: 'developer',
  icon: 'extension',
  sensitivity: 'internal',
  fields: {
    uid: text({ required: true, readonly: true, unique: true, search: true, max: 60, pattern: 'variable' }),
    title: text({ required: true, readonly: true, search: true, max: 60 }),
    version: text({ required: true, readonly: true, max: 30 }),
    state: choice(
      {
        init: 'init',
        download: 'download',
        install: 'install',
        installed: 'installed',
        disabled: 'disabled',
        update: 'update',
        unknown: 'unknown',
      },
      { default: 'unknown', readonly: true },
    ),
  },
  title: 'title',
  list: { columns: ['id', 'title', 'uid', 'version', 'state', 'create_time', 'update_time'], sort: '-id' },
  form: [
    ['title', 'uid'],
    ['version', 'state'],
  ],
  access: { staff: { read: true } },
  labels: {
    en: {
      $one: 'Installed plugin',
      $many: 'Installed plugins',
      uid: 'Identifier',
      title: 'Title',
      version: 'Version',
      state: [
        'State',
        {
          init: 'Prepared',
          download: 'Downloading',
          install: 'Installing',
          installed: 'Installed',
          disabled: 'Disabled',
          update: 'Update available',
          unknown: 'Unknown',
        },
      ],
    },
    'zh-cn': {
      $one: '已安装插件',
      $many: '已安装插件',
      uid: '标识',
      title: '标题',
      version: '版本',
      state: [
        '状态',
        {
          init: '准备中',
          download: '下载中',
          install: '安装中',
          installed: '已安装',
          disabled: '已禁用',
          update: '有更新',
          unknown: '未知',
        },
      ],
    },
  },
});
