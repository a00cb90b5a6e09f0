/** Common columns of the logs of watched tables: the row, the actor and the origin. */
import { integer, ref, text } from '../../entity/field';

export const watchedRowFields = {
  data_table: text({ readonly: true, max: 40, search: true }),
  primary_key: text({ readonly: true, max: 40 }),
  id_value: integer({ readonly: true, min: 1 }),
  title: text({ readonly: true, max: 120, search: true }),
} as const;

export const watchedActorFields = {
  admin_id: ref('admin', { readonly: true }),
  username: text({ readonly: true, max: 30, search: true, display: 'person' }),
  ip: text({ readonly: true, max: 45, search: true, sensitivity: 'restricted' }),
  useragent: text({ readonly: true, max: 255, display: 'browser' }),
} as const;

export const watchedLabels = {
  en: {
    data_table: 'Data table',
    primary_key: 'Primary key',
    id_value: 'Record ID',
    title: 'Title',
    admin_id: 'Admin',
    username: 'Changed by',
    ip: 'IP',
    useragent: 'Browser',
  },
  'zh-cn': {
    data_table: '数据表',
    primary_key: '主键',
    id_value: '记录 ID',
    title: '标题',
    admin_id: '管理员',
    username: '操作人',
    ip: '操作人 IP',
    useragent: '浏览器',
  },
} as const;
