/** Import job of a CSV or XLSX file: its mapping, progress and result. Only the server writes it, and only the admin who started it reads it. */
import { defineEntity } from '../entity/entity';
import { choice, datetime, integer, json, text } from '../entity/field';

export const IMPORT_STATUS = {
  uploaded: 'uploaded',
  checking: 'checking',
  checked: 'checked',
  importing: 'importing',
  success: 'success',
  failed: 'failed',
  cancelled: 'cancelled',
  undoing: 'undoing',
  undone: 'undone',
} as const;

/** Rows that an import writes: new ones, existing ones, or both (upsert). */
export const IMPORT_MODE = { create: 'create', update: 'update', both: 'both' } as const;

export const dataImport = defineEntity('data_import', {
  menu: 'routine',
  icon: 'upload',
  sensitivity: 'internal',
  personal: true,
  fields: {
    admin_id: integer({ readonly: true, required: true, min: 1 }),
    /** Name of the entity to which the rows are imported. */
    ent: text({ readonly: true, required: true, max: 64 }),
    file_name: text({ readonly: true, required: true, max: 255 }),
    /** The name of the stored file; empty once it is deleted. */
    file: text({ readonly: true, max: 36, default: '' }),
    status: choice(IMPORT_STATUS, { readonly: true, default: 'uploaded' }),
    mode: choice(IMPORT_MODE, { readonly: true, default: 'create' }),
    /** The field by which existing rows are found. */
    key_field: text({ readonly: true, max: 64, default: '' }),
    /** The headings of the file in order. */
    headings: json({ readonly: true }),
    /** The field of each heading, or null. */
    mapping: json({ readonly: true }),
    /** `{ clearEmpty, dayFirst }`. */
    options: json({ readonly: true }),
    /** Rows of the file, and how many of them are finished. */
    total: integer({ readonly: true, default: 0, min: 0 }),
    done: integer({ readonly: true, default: 0, min: 0 }),
    created: integer({ readonly: true, default: 0, min: 0 }),
    updated: integer({ readonly: true, default: 0, min: 0 }),
    /** Rows whose values were equal already. */
    unchanged: integer({ readonly: true, default: 0, min: 0 }),
    /** Rows with errors. */
    refused: integer({ readonly: true, default: 0, min: 0 }),
    /** The smallest and largest id of the new rows. */
    first_id: integer({ readonly: true }),
    last_id: integer({ readonly: true }),
    error: text({ readonly: true, max: 1000, default: '' }),
    job_id: integer({ readonly: true }),
    /** Id of the change-set of all rows. */
    cid: text({ readonly: true, max: 36, default: '' }),
    started_time: datetime({ readonly: true }),
    ended_time: datetime({ readonly: true }),
  },
  title: 'file_name',
  list: { columns: ['id', 'ent', 'file_name', 'status', 'total', 'created', 'updated', 'create_time'], sort: '-id' },
  form: ['file_name'],
  access: { staff: { read: { admin_id: { actor: 'id' } } } },
  labels: {
    en: {
      $one: 'Import',
      $many: 'Imports',
      admin_id: 'Person',
      ent: 'Entity',
      file_name: 'File',
      file: 'Stored file',
      status: [
        'Status',
        {
          uploaded: 'Uploaded',
          checking: 'Checking',
          checked: 'Checked',
          importing: 'Importing',
          success: 'Imported',
          failed: 'Failed',
          cancelled: 'Canceled',
          undoing: 'Undoing',
          undone: 'Undone',
        },
      ],
      mode: ['Mode', { create: 'Add new records', update: 'Update existing records', both: 'Add and update records' }],
      key_field: 'Key',
      headings: 'Headings',
      mapping: 'Fields',
      options: 'Options',
      total: 'Rows in file',
      done: 'Finished',
      created: 'Rows added',
      updated: 'Rows updated',
      unchanged: 'Unchanged',
      refused: 'With errors',
      first_id: 'First ID',
      last_id: 'Last ID',
      error: 'Error',
      job_id: 'Job',
      cid: 'Change set',
      started_time: 'Started',
      ended_time: 'Ended',
    },
    'zh-cn': {
      $one: '导入',
      $many: '导入',
      admin_id: '用户',
      ent: '导入到',
      file_name: '文件',
      file: '存储的文件',
      status: [
        '状态',
        {
          uploaded: '已上传',
          checking: '检查中',
          checked: '已检查',
          importing: '导入中',
          success: '已导入',
          failed: '失败',
          cancelled: '已取消',
          undoing: '撤销中',
          undone: '已撤销',
        },
      ],
      mode: ['数据', { create: '新增数据', update: '更新已有数据', both: '新增并更新' }],
      key_field: '关键字段',
      headings: '标题行',
      mapping: '字段',
      options: '选项',
      total: '文件行数',
      done: '已完成',
      created: '新增',
      updated: '更新',
      unchanged: '无变化',
      refused: '有错误',
      first_id: '起始 ID',
      last_id: '结束 ID',
      error: '错误',
      job_id: '任务',
      cid: '变更集',
      started_time: '开始时间',
      ended_time: '结束时间',
    },
  },
});
