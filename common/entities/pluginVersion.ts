/** Plugin version: a release with its packages for each kind of installation. */
import { defineEntity } from '../entity/entity';
import { choice, date, file, integer, ref, text } from '../entity/field';
import { parentShownField, PUBLIC_READ_WITH_PARENT } from './parts/parentShown';

export const pluginVersion = defineEntity('plugin_version', {
  menu: 'plugin',
  icon: 'layers',
  sensitivity: 'public',
  fields: {
    version: text({ required: true, max: 30, pattern: 'name', search: true }),
    path: text({ max: 255, pattern: 'path', sensitivity: 'internal' }),
    explain: text({ max: 1000, lines: 5 }),
    date: date(),
    plugin_id: ref('plugin', { required: true }),
    office_file: file({ sensitivity: 'internal' }),
    citizen_file: file({ sensitivity: 'internal' }),
    saas_file: file({ sensitivity: 'internal' }),
    /** SHA-256 of the module package that buyers download; empty if there is none. */
    package_digest: text({ readonly: true, max: 64, default: '', sensitivity: 'internal' }),
    package_size: integer({ readonly: true, min: 0, unit: 'B', sensitivity: 'internal' }),
    status: choice({ unlisted: 0, listed: 1 }, { default: 'unlisted', as: 'radio' }),
    ...parentShownField,
  },
  title: 'version',
  pickerColumns: { hint: 'plugin_id' },
  list: { columns: ['id', 'plugin_id', 'version', 'date', 'explain', 'path', 'status', 'update_time'], sort: '-id' },
  form: [
    { group: 'release', rows: ['plugin_id', ['version', 'date'], 'explain', 'status'] },
    {
      group: 'packages',
      rows: ['path', 'office_file', 'citizen_file', 'saas_file', ['package_size', 'package_digest']],
    },
  ],
  access: { staff: 'crud', ...PUBLIC_READ_WITH_PARENT },
  children: [
    { entity: 'plugin_version_api', by: 'plugin_version_id' },
    { entity: 'app_plugin_version_api', by: 'plugin_version_id' },
  ],
  translations: ['explain'],
  labels: {
    en: {
      $one: 'Plugin version',
      $many: 'Plugin versions',
      $help: {
        version: 'Such as 2.1.0. Each version can exist once per plugin',
        path: 'Install path, starting with /',
        status: 'Only listed versions are available',
      },
      $groups: { release: 'Release', packages: 'Packages' },
      version: 'Version',
      path: 'Path',
      explain: 'Release notes',
      date: 'Released',
      plugin_id: 'Plugin',
      office_file: 'Office package',
      citizen_file: 'Citizen package',
      saas_file: 'SaaS package',
      package_digest: 'Module package (SHA-256)',
      package_size: 'Module package',
      status: ['Status', { unlisted: 'Unlisted', listed: 'Listed' }],
      parent_shown: 'Parent shown',
    },
    'zh-cn': {
      $one: '插件版本',
      $many: '插件版本',
      $help: { version: '例如 2.1.0；同一插件不可重复', path: '版本安装路径，以 / 开头', status: '只提供已上架的版本' },
      $groups: { release: '发布', packages: '安装包' },
      version: '版本号',
      path: '路径',
      explain: '更新说明',
      date: '发布日期',
      plugin_id: '所属插件',
      office_file: '政务端安装包',
      citizen_file: '市民端安装包',
      saas_file: 'SaaS 端安装包',
      package_digest: '模块安装包（SHA-256）',
      package_size: '模块安装包',
      status: ['状态', { unlisted: '下架', listed: '上架' }],
      parent_shown: '上级显示',
    },
  },
});
