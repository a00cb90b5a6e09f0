/** Recycle rule: every deletion in this table is recorded in the recycle log, from which rows can be restored. */
import { defineEntity } from '../entity/entity';
import { confirmedOnOff, text } from '../entity/field';

export const recycleRule = defineEntity('recycle_rule', {
  menu: 'security',
  icon: 'delete',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 60, search: true }),
    /** Name of a registered entity. */
    data_table: text({ required: true, max: 40, unique: true, search: true }),
    /** Controller that deletes such rows, and their primary key column: both follow from the table. */
    controller: text({ max: 60 }),
    primary_key: text({ max: 40 }),
    status: confirmedOnOff('disabled'),
  },
  title: 'name',
  list: {
    columns: ['id', 'name', 'data_table', 'controller', 'primary_key', 'status', 'create_time'],
    sort: '-id',
  },
  form: ['name', ['data_table', 'status'], ['controller', 'primary_key']],
  access: { staff: 'crud' },
  children: [{ entity: 'recycle_log', by: 'recycle_id' }],
  labels: {
    en: {
      $one: 'Trash rule',
      $many: 'Trash rules',
      $help: {
        data_table: 'Deleted records are added to the trash log, where they can be restored',
        status: 'When disabled, nothing new is logged. Existing entries stay',
      },
      name: 'Name',
      data_table: 'Data table',
      controller: 'Controller',
      primary_key: 'Primary key',
      status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
    },
    'zh-cn': {
      $one: '回收规则',
      $many: '回收规则',
      $help: {
        data_table: '从该表删除的数据会记入回收日志，并可从日志中恢复',
        status: '禁用后不再记录，已有记录保留',
      },
      name: '规则名称',
      data_table: '数据表',
      controller: '控制器',
      primary_key: '主键',
      status: ['状态', { disabled: '禁用', enabled: '启用' }],
    },
  },
});
