/** Recycle log: rows of a watched table that were deleted, restored or purged, with the admin and the IP address. Append-only. */
import { defineEntity } from '../entity/entity';
import { choice, json, ref } from '../entity/field';
import { watchedActorFields, watchedRowFields, watchedLabels } from './parts/dataWatchLog';

export const RECYCLE_LOG_STATUS = { deleted: 'deleted', restored: 'restored', destroyed: 'destroyed' } as const;

export const recycleLog = defineEntity('recycle_log', {
  base: 'log',
  menu: 'security',
  icon: 'archive',
  sensitivity: 'internal',
  fields: {
    recycle_id: ref('recycle_rule', { readonly: true }),
    event: choice(RECYCLE_LOG_STATUS, { default: 'deleted', readonly: true }),
    ...watchedRowFields,
    /** The values of the row, without restricted ones; sent only for a single entry, to readers of the row. */
    data: json({ readonly: true, sensitivity: 'secret' }),
    ...watchedActorFields,
  },
  title: 'title',
  list: {
    columns: ['id', 'event', 'data_table', 'id_value', 'title', 'username', 'ip', 'create_time'],
    sort: '-id',
  },
  form: [
    ['event', 'data_table'],
    ['id_value', 'title'],
    ['username', 'ip'],
    ['recycle_id', 'useragent'],
  ],
  access: { staff: { read: true } },
  owner: 'admin_id',
  actions: ['restore'],
  labels: {
    en: {
      ...watchedLabels.en,
      $one: 'Trash log entry',
      $many: 'Trash log',
      $help: { data: 'Restricted values are masked. Restoring brings them back too' },
      $rows: 'recycle log entries',
      $actions: { restore: 'Restore' },
      recycle_id: 'Rule',
      event: ['Event', { deleted: 'Deleted', restored: 'Restored', destroyed: 'Permanently deleted' }],
      data: 'Deleted data',
    },
    'zh-cn': {
      ...watchedLabels['zh-cn'],
      $one: '回收日志',
      $many: '回收日志',
      $help: { data: '仅部分人可见的内容在此遮盖，恢复时会一并还原' },
      $actions: { restore: '恢复' },
      recycle_id: '回收规则',
      event: ['事件', { deleted: '已删除', restored: '已恢复', destroyed: '已彻底删除' }],
      data: '被删数据',
    },
  },
});
