/** Plugin function: one thing a plugin can do, possibly together with another plugin. */
import { defineEntity } from '../entity/entity';
import { image, onOff, ref, text } from '../entity/field';
import { parentShownField, PUBLIC_READ_WITH_PARENT } from './parts/parentShown';

export const pluginFunction = defineEntity('plugin_function', {
  menu: 'plugin',
  icon: 'auto_awesome',
  sensitivity: 'public',
  fields: {
    name: text({ required: true, max: 30, pattern: 'name', search: true }),
    describe: text({ max: 500, lines: 3, search: true }),
    icon_id: image({ by: 'id' }),
    plugin_id: ref('plugin', { required: true }),
    relate_plugin_id: ref('plugin'),
    status: onOff(),
    ...parentShownField,
  },
  title: 'name',
  pickerColumns: { hint: 'plugin_id' },
  list: {
    columns: ['id', 'icon_id', 'name', 'describe', 'plugin_id', 'relate_plugin_id', 'weigh', 'status'],
    sort: '-weigh',
  },
  form: ['name', ['plugin_id', 'relate_plugin_id'], 'describe', 'icon_id', 'status'],
  access: { staff: 'crud', ...PUBLIC_READ_WITH_PARENT },
  translations: ['name', 'describe'],
  labels: {
    en: {
      $one: 'Plugin feature',
      $many: 'Plugin features',
      $help: { relate_plugin_id: 'Another plugin that this feature works with' },
      name: 'Name',
      describe: 'Description',
      icon_id: 'Icon',
      plugin_id: 'Plugin',
      relate_plugin_id: 'Related plugin',
      status: ['Status', { disabled: 'Hidden', enabled: 'Shown' }],
      parent_shown: 'Parent shown',
    },
    'zh-cn': {
      $one: '插件功能',
      $many: '插件功能',
      $help: { relate_plugin_id: '与此功能配合的另一个插件' },
      name: '功能名称',
      describe: '功能描述',
      icon_id: '图标',
      plugin_id: '所属插件',
      relate_plugin_id: '关联插件',
      status: ['状态', { disabled: '隐藏', enabled: '显示' }],
      parent_shown: '上级显示',
    },
  },
});
