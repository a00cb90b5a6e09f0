/** App plugin version API: an interface of a plugin version as one app uses it, with its own route. */
import { defineEntity } from '../entity/entity';
import { onOff, ref } from '../entity/field';
import { apiFields, apiHelp, apiTransitions, apiLabels } from './shared';

export const appPluginVersionApi = defineEntity('app_plugin_version_api', {
  menu: 'enterprise',
  icon: 'integration_instructions',
  sensitivity: 'internal',
  fields: {
    app_id: ref('app', { required: true }),
    plugin_version_id: ref('plugin_version', { required: true }),
    plugin_version_api_id: ref('plugin_version_api', { required: true }),
    ...apiFields,
    status: onOff(),
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'app_id', 'plugin_version_id', 'url', 'route_status', 'status', 'update_time'],
    sort: '-id',
  },
  form: [
    { group: 'from', rows: ['app_id', ['plugin_version_id', 'plugin_version_api_id']] },
    { group: 'interface', rows: [['name', 'item'], 'url', ['is_login', 'is_auth']] },
    { group: 'route', rows: [['route_status', 'route_id'], 'status'] },
  ],
  access: { staff: 'crud' },
  actions: ['call'],
  transitions: { route_status: apiTransitions },
  labels: {
    en: {
      $one: 'App plugin API',
      $many: 'App plugin APIs',
      $help: apiHelp.en,
      $actions: { call: 'Test' },
      $groups: { from: 'Source', interface: 'API', route: 'Route' },
      app_id: 'App',
      plugin_version_id: 'Plugin version',
      plugin_version_api_id: 'Plugin version API',
      ...apiLabels.en,
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '应用插件接口',
      $many: '应用插件接口',
      $help: apiHelp['zh-cn'],
      $actions: { call: '试用' },
      $groups: { from: '来源', interface: '接口', route: '路由' },
      app_id: '所属应用',
      plugin_version_id: '插件版本',
      plugin_version_api_id: '插件版本接口',
      ...apiLabels['zh-cn'],
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
