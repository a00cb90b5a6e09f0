/** Sensitive data log: one changed field of one row, before and after, with the admin and the IP address. Append-only. */
import { defineEntity } from '../entity/entity';
import { json, ref, text } from '../entity/field';
import { watchedActorFields, watchedRowFields, watchedLabels } from './parts/dataWatchLog';

export const sensitiveLog = defineEntity('sensitive_log', {
  base: 'log',
  menu: 'security',
  icon: 'assessment',
  sensitivity: 'internal',
  fields: {
    sensitive_id: ref('sensitive_rule', { readonly: true }),
    ...watchedRowFields,
    data_field: text({ readonly: true, max: 40, search: true }),
    /** Only for readers of restricted values; other readers use the history of the record. */
    before: json({ readonly: true, sensitivity: 'restricted' }),
    after: json({ readonly: true, sensitivity: 'restricted' }),
    /** The change-set, from which the values are restored. */
    cid: text({ readonly: true, max: 40 }),
    ...watchedActorFields,
  },
  title: 'title',
  list: {
    columns: [
      'id',
      'data_table',
      'id_value',
      'title',
      'data_field',
      'before',
      'after',
      'username',
      'ip',
      'create_time',
    ],
    sort: '-id',
  },
  form: [
    ['data_table', 'data_field'],
    ['id_value', 'title'],
    ['before', 'after'],
    ['username', 'ip'],
    ['sensitive_id', 'useragent'],
  ],
  access: { staff: { read: true } },
  owner: 'admin_id',
  actions: ['rollback'],
  labels: {
    en: {
      ...watchedLabels.en,
      $one: 'Data audit entry',
      $many: 'Data audit log',
      $help: { before: 'Long values are shortened here. Rolling back restores them in full' },
      $rows: 'sensitive data log entries',
      $actions: { rollback: 'Roll back' },
      sensitive_id: 'Rule',
      data_field: 'Field',
      before: 'Before',
      after: 'After',
      cid: 'Change set',
    },
    'zh-cn': {
      ...watchedLabels['zh-cn'],
      $one: '敏感数据日志',
      $many: '敏感数据日志',
      $help: { before: '过长的值会截断显示，回滚时完整还原' },
      $actions: { rollback: '回滚' },
      sensitive_id: '敏感数据规则',
      data_field: '修改项',
      before: '修改前',
      after: '修改后',
      cid: '变更集',
    },
  },
});
