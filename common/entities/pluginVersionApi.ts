/** Plugin version API: an interface a plugin version brings, and whether its route is open. */
import { defineEntity } from '../entity/entity';
import { onOff, ref } from '../entity/field';
import { apiFields, apiHelp, apiTransitions, apiLabels } from './shared';

export const pluginVersionApi = defineEntity('plugin_version_api', {
  menu: 'plugin',
  icon: 'link',
  sensitivity: 'internal',
  fields: {
    plugin_id: ref('plugin'),
    plugin_version_id: ref('plugin_version', { required: true }),
    definition_id: ref('api_definition'),
    ...apiFields,
    status: onOff(),
  },
  title: 'name',
  pickerColumns: { hint: 'plugin_version_id' },
  list: {
    columns: [
      'id',
      'name',
      'plugin_id',
      'plugin_version_id',
      'url',
      'item',
      'is_login',
      'is_auth',
      'route_status',
      'status',
      'update_time',
    ],
    sort: '-id',
  },
  form: [
    { group: 'from', rows: [['plugin_version_id', 'plugin_id']] },
    { group: 'interface', rows: [['name', 'item'], 'url', ['is_login', 'is_auth'], 'definition_id'] },
    { group: 'route', rows: [['route_status', 'route_id'], 'status'] },
  ],
  access: { staff: 'crud' },
  transitions: { route_status: apiTransitions },
  children: [{ entity: 'app_plugin_version_api', by: 'plugin_version_api_id' }],
  labels: {
    en: {
      $one: 'Plugin version API',
      $many: 'Plugin version APIs',
      $help: {
        ...apiHelp.en,
        plugin_id: 'Leave empty to use the version’s plugin',
        definition_id: 'Its parameters and rules apply to every call',
      },
      $groups: { from: 'Source', interface: 'API', route: 'Route' },
      plugin_id: 'Plugin',
      plugin_version_id: 'Plugin version',
      definition_id: 'API definition',
      ...apiLabels.en,
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '插件版本接口',
      $many: '插件版本接口',
      $help: { ...apiHelp['zh-cn'], plugin_id: '留空时取版本所属插件', definition_id: '每次调用都按其参数和规则检查' },
      $groups: { from: '来源', interface: '接口', route: '路由' },
      plugin_id: '所属插件',
      plugin_version_id: '插件版本',
      definition_id: '接口定义',
      ...apiLabels['zh-cn'],
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
