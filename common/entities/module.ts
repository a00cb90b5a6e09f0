/** Module: an installed package, or one that was uploaded and waits. Only the installer writes it; its state moves along decision 10 only. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, json, ref, text } from '../entity/field';

/** A module without a row is uninstalled. */
export const MODULE_STATE = {
  init: 'init',
  download: 'download',
  install: 'install',
  installed: 'installed',
  disabled: 'disabled',
  update: 'update',
  unknown: 'unknown',
} as const;

export const module = defineEntity('module', {
  menu: 'developer',
  icon: 'widgets',
  sensitivity: 'internal',
  fields: {
    uid: text({ required: true, readonly: true, unique: true, search: true, max: 60, pattern: 'slug' }),
    title: text({ required: true, readonly: true, search: true, max: 60 }),
    description: text({ readonly: true, max: 500, lines: 3, default: '' }),
    /** The version that is installed; of a new module, the one that waits. */
    version: text({ required: true, readonly: true, max: 40 }),
    state: choice(MODULE_STATE, { default: 'init', readonly: true }),
    /** A newer version that was uploaded; empty if there is none. */
    available_version: text({ readonly: true, max: 40, default: '' }),
    author: text({ readonly: true, max: 60, default: '' }),
    /** The trusted signer of the package. */
    signer: text({ readonly: true, max: 60, default: '' }),
    /** The permissions that the module requests. */
    permissions: json({ readonly: true }),
    /** Names of its entities. */
    entities: json({ readonly: true }),
    /** Why the last change failed, or why the state is unknown. */
    failure: text({ readonly: true, max: 1000, lines: 3, default: '' }),
    /** Why the code of the module failed last; a new installation empties it. */
    hook_failure: text({ readonly: true, max: 500, lines: 3, default: '' }),
    /** The change that is running, or the last one. */
    job_id: ref('job', { readonly: true }),
    installed_time: datetime({ readonly: true }),
    /** SHA-256 of the installed package and of the one that waits. */
    package_digest: text({ readonly: true, max: 64, default: '' }),
    available_digest: text({ readonly: true, max: 64, default: '' }),
    /** The requirements on other modules. */
    requires: json({ readonly: true }),
    /** URL of the market source that it came from; empty for an uploaded package. */
    source_url: text({ readonly: true, max: 255, default: '' }),
    /** The same of the package that waits. */
    available_source_url: text({ readonly: true, max: 255, default: '' }),
    /** Menu rules and permissions that disabling took, for enabling. */
    withdrawn: json({ readonly: true, long: true }),
    /** Parts of the installed version other than entities: menu folder, pages, dashboards. */
    parts: json({ readonly: true, long: true }),
  },
  title: 'title',
  translations: ['title', 'description', 'failure'],
  list: {
    columns: ['id', 'title', 'uid', 'version', 'available_version', 'state', 'signer', 'installed_time', 'create_time'],
    sort: '-id',
  },
  form: [
    'title',
    'description',
    ['uid', 'state'],
    ['version', 'available_version'],
    ['author', 'signer'],
    'source_url',
    'failure',
    'hook_failure',
  ],
  transitions: {
    state: {
      fetch: { from: ['init', 'update'], to: 'download' },
      prepare: { from: ['download'], to: 'install' },
      finish: { from: ['install'], to: 'installed' },
      give_up_new: { from: ['download', 'install', 'installed'], to: 'init' },
      give_up_update: { from: ['download', 'install', 'installed'], to: 'update' },
      disable: { from: ['installed', 'unknown'], to: 'disabled' },
      enable: { from: ['disabled'], to: 'installed' },
      offer: { from: ['installed'], to: 'update' },
      withdraw: { from: ['update'], to: 'installed' },
      lose_package: { from: ['init', 'download', 'install', 'installed', 'disabled', 'update'], to: 'unknown' },
      repair: { from: ['unknown'], to: 'installed' },
      repair_disabled: { from: ['unknown'], to: 'disabled' },
      repair_new: { from: ['unknown'], to: 'init' },
    },
  },
  access: { staff: { read: true } },
  labels: {
    en: {
      $one: 'Module',
      $many: 'Modules',
      uid: 'Module ID',
      title: 'Title',
      description: 'Description',
      version: 'Version',
      state: [
        'State',
        {
          init: 'Not installed yet',
          download: 'Reading the package',
          install: 'Installing',
          installed: 'Installed',
          disabled: 'Disabled',
          update: 'Update available',
          unknown: 'Unknown',
        },
      ],
      available_version: 'New version',
      author: 'Author',
      signer: 'Signed by',
      permissions: 'Permissions',
      entities: 'Entities',
      failure: 'Error',
      hook_failure: 'Code error',
      job_id: 'Last change',
      installed_time: 'Installed',
      package_digest: 'Package (SHA-256)',
      available_digest: 'New package (SHA-256)',
      requires: 'Requires',
      withdrawn: 'Withdrawn permissions',
      source_url: 'Market source',
      available_source_url: 'Market source of the new package',
      parts: 'Parts',
    },
    'zh-cn': {
      $one: '模块',
      $many: '模块',
      uid: '标识',
      title: '标题',
      description: '简介',
      version: '版本',
      state: [
        '状态',
        {
          init: '尚未安装',
          download: '读取安装包',
          install: '安装中',
          installed: '已安装',
          disabled: '已禁用',
          update: '有更新',
          unknown: '未知',
        },
      ],
      available_version: '新版本',
      author: '作者',
      signer: '签名者',
      permissions: '权限',
      entities: '实体',
      failure: '失败原因',
      hook_failure: '代码最近一次故障',
      job_id: '最近的变更',
      installed_time: '安装时间',
      package_digest: '安装包（SHA-256）',
      available_digest: '新安装包（SHA-256）',
      requires: '依赖',
      source_url: '市场来源',
      available_source_url: '新安装包的市场来源',
      withdrawn: '已收回的权限',
      parts: '组成部分',
    },
  },
});
