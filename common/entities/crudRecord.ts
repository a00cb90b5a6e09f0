/** CRUD record: one definition that came into force or was withdrawn, and when. Written by the server, append-only. */
import { defineEntity } from '../entity/entity';
import { choice, integer, json, ref, text } from '../entity/field';

export const CRUD_RECORD_STATUS = { start: 'start', success: 'success', error: 'error', delete: 'delete' } as const;

export const crudRecord = defineEntity('crud_record', {
  base: 'log',
  menu: 'developer',
  icon: 'construction',
  sensitivity: 'internal',
  superOnly: true,
  fields: {
    table_name: text({ readonly: true, max: 40, search: true }),
    /** The definition without its name and its fields. */
    table: json({ readonly: true, long: true }),
    fields: json({ readonly: true, long: true }),
    field_count: integer({ default: 0, readonly: true, min: 0 }),
    status: choice(CRUD_RECORD_STATUS, { default: 'success', readonly: true }),
    /** Source of the definition. */
    source: choice({ code: 'code', designer: 'designer' }, { default: 'code', readonly: true }),
    /** The job that applied, rolled back or removed the definition. */
    job_id: ref('job', { readonly: true }),
    admin_id: ref('admin', { readonly: true }),
  },
  title: 'table_name',
  list: { columns: ['id', 'table_name', 'field_count', 'status', 'source', 'admin_id', 'create_time'], sort: '-id' },
  form: [['table_name', 'field_count'], ['status', 'source'], ['job_id', 'admin_id'], 'fields', 'table'],
  access: { staff: { read: true } },
  labels: {
    en: {
      $one: 'CRUD log entry',
      $many: 'CRUD log',
      $rows: 'CRUD records',
      table_name: 'Data table',
      table: 'Table settings',
      fields: 'Fields',
      field_count: 'Field count',
      status: ['Status', { start: 'Started', success: 'Success', error: 'Error', delete: 'Deleted' }],
      source: ['Source', { code: 'Code', designer: 'Designer' }],
      job_id: 'Job',
      admin_id: 'Changed by',
    },
    'zh-cn': {
      $one: 'CRUD 记录',
      $many: 'CRUD 日志',
      table_name: '数据表',
      table: '表设置',
      fields: '字段',
      field_count: '字段数',
      status: ['状态', { start: '已开始', success: '成功', error: '失败', delete: '已删除' }],
      source: ['来源', { code: '程序', designer: '设计器' }],
      job_id: '任务',
      admin_id: '操作人',
    },
  },
});
