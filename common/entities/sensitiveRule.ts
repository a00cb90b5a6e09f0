/** Sensitive data rule: every change of these fields is recorded, and can be rolled back from the log. */
import { defineEntity } from '../entity/entity';
import { array, confirmedOnOff, text } from '../entity/field';

export const sensitiveRule = defineEntity('sensitive_rule', {
  menu: 'security',
  icon: 'gavel',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 60, search: true }),
    /** Name of a registered entity. */
    data_table: text({ required: true, max: 40, unique: true, search: true }),
    /** Names of fields of that entity. */
    data_fields: array({ required: true }),
    /** Controller that changes such rows, and their primary key column: both follow from the table. */
    controller: text({ max: 60 }),
    primary_key: text({ max: 40 }),
    status: confirmedOnOff('disabled'),
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'data_table', 'data_fields', 'controller', 'primary_key', 'status', 'create_time'],
    sort: '-id',
  },
  form: ['name', ['data_table', 'status'], ['controller', 'primary_key'], 'data_fields'],
  access: { staff: 'crud' },
  mergeGroups: [['data_table', 'data_fields']],
  children: [{ entity: 'sensitive_log', by: 'sensitive_id' }],
  labels: {
    en: {
      $one: 'Audit rule',
      $many: 'Audit rules',
      $help: {
        data_fields: 'Each change is logged with the values before and after. Password values are never logged',
        status: 'When disabled, nothing new is logged. Existing entries stay',
      },
      name: 'Name',
      data_table: 'Data table',
      data_fields: 'Sensitive fields',
      controller: 'Controller',
      primary_key: 'Primary key',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '敏感数据规则',
      $many: '敏感数据规则',
      $help: {
        data_fields: '每次修改都会记录修改前后的值；密码只记录发生了修改',
        status: '禁用后不再记录，已有记录保留',
      },
      name: '规则名称',
      data_table: '数据表',
      data_fields: '敏感字段',
      controller: '控制器',
      primary_key: '主键',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
