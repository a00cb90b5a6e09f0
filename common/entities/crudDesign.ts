/** CRUD design: an entity that super admins design in the console. Its fields are rows of `crud_design_field`; it has no effect until it is applied. */
import { SHEET_LIMITS } from '../sheetLimits';
import { defineEntity } from '../entity/entity';
import { choice, choices, icon, json, onOffSwitch, ref, text } from '../entity/field';

/** Rows that members and guests may read: none, all, or those whose `status` is enabled. */
const PUBLIC_READ_CHOICES = { none: 'none', all: 'all', enabled: 'enabled' } as const;
/** Standard columns that a list can show in addition to the designed fields. */
const STANDARD_LIST_COLUMNS = {
  id: 'id',
  weigh: 'weigh',
  create_time: 'create_time',
  update_time: 'update_time',
} as const;

export const crudDesign = defineEntity('crud_design', {
  menu: 'developer',
  icon: 'architecture',
  sensitivity: 'internal',
  superOnly: true,
  fields: {
    table_name: text({ required: true, max: 40, unique: true, search: true }),
    one_en: text({ max: 60, default: '' }),
    many_en: text({ max: 60, default: '', search: true }),
    one_zh: text({ max: 60, default: '' }),
    many_zh: text({ max: 60, default: '', search: true }),
    /** A group of the console's menu. */
    menu: text({ max: 40, default: 'developer' }),
    icon: icon({ default: 'category' }),
    sensitivity: choice({ public: 'public', internal: 'internal', restricted: 'restricted' }, { default: 'internal' }),
    /** The field whose value is the title of a row. */
    title_field: text({ max: 40, default: '' }),
    sort_field: text({ max: 40, default: 'id' }),
    sort_descending: onOffSwitch({ default: 1 }),
    standard_columns: choices(STANDARD_LIST_COLUMNS, { default: ['id', 'create_time'] }),
    /** The field with the admin who owns a row. */
    owner_field: text({ max: 40, default: '' }),
    /** The field that refers to the parent row. */
    tree_field: text({ max: 40, default: '' }),
    can_create: onOffSwitch({ default: 1 }),
    can_update: onOffSwitch({ default: 1 }),
    can_remove: onOffSwitch({ default: 1 }),
    member_read: choice(PUBLIC_READ_CHOICES, { default: 'none' }),
    guest_read: choice(PUBLIC_READ_CHOICES, { default: 'none' }),
    /** Names of fields that merge as a unit when two people edit: a list of lists. */
    merge_groups: json(),
    /** Options of the definition that the designer does not show, such as `either`, `children` or `pickerColumns`. */
    other_options: json({ long: true }),
    /** Rows of the spreadsheet that the design began with, until they are imported: `{ fields: ids of the design fields, rows: texts }`. */
    sheet: json({ long: true, readonly: true, max: SHEET_LIMITS.bytes }),
    remark: text({ max: 500, lines: 3, default: '' }),
    /** The record of the last definition that was applied from this design. */
    record_id: ref('crud_record', { readonly: true }),
    /** The last job that applied or removed the design. */
    job_id: ref('job', { readonly: true }),
  },
  title: 'table_name',
  list: { columns: ['id', 'table_name', 'many_en', 'many_zh', 'menu', 'record_id', 'update_time'], sort: '-id' },
  form: [
    'table_name',
    ['one_en', 'many_en'],
    ['one_zh', 'many_zh'],
    ['menu', 'icon'],
    ['title_field', 'sensitivity'],
    ['sort_field', 'sort_descending'],
    'standard_columns',
    ['owner_field', 'tree_field'],
    ['can_create', 'can_update', 'can_remove'],
    ['member_read', 'guest_read'],
    'merge_groups',
    'remark',
  ],
  access: { staff: 'crud' },
  children: [{ entity: 'crud_design_field', by: 'design_id' }],
  labels: {
    en: {
      $one: 'Design',
      $many: 'CRUD designer',
      $rows: 'designs',
      $help: {
        table_name: 'Lowercase letters, digits and underscores, such as complaint',
        title_field: 'Names the record in lists and pickers',
        owner_field: 'Groups limited to their own records are checked against it',
        merge_groups: 'Fields that are saved together when two people edit',
      },
      table_name: 'Data table',
      one_en: 'English name (singular)',
      many_en: 'English name (plural)',
      one_zh: 'Chinese name of one record',
      many_zh: 'Chinese name of the list',
      menu: 'Menu group',
      icon: 'Icon',
      sensitivity: ['Sensitivity', { public: 'Public', internal: 'Staff', restricted: 'Restricted' }],
      title_field: 'Title field',
      sort_field: 'Sorted by',
      sort_descending: 'Largest or newest first',
      standard_columns: [
        'Standard list columns',
        { id: 'ID', weigh: 'Weight', create_time: 'Created', update_time: 'Updated' },
      ],
      owner_field: 'Owner field',
      tree_field: 'Parent field',
      can_create: 'Staff can add records',
      can_update: 'Staff can edit records',
      can_remove: 'Staff can delete records',
      member_read: ['Members can read', { none: 'No records', all: 'All records', enabled: 'Enabled records' }],
      guest_read: ['Guests can read', { none: 'No records', all: 'All records', enabled: 'Enabled records' }],
      merge_groups: 'Fields saved together',
      other_options: 'Other options',
      sheet: 'Records to import',
      remark: 'Notes',
      record_id: 'Applied definition',
      job_id: 'Last job',
    },
    'zh-cn': {
      $one: '设计',
      $many: 'CRUD 设计器',
      $rows: '设计',
      $help: {
        table_name: '小写字母、数字和下划线，例如 complaint',
        title_field: '其值在列表和选择器中代表该行',
        owner_field: '仅可查看自己数据的角色组按该字段判断',
        merge_groups: '多人编辑时作为整体保存的字段',
      },
      table_name: '数据表',
      one_en: '单条数据的英文名称',
      many_en: '列表的英文名称',
      one_zh: '单条数据的中文名称',
      many_zh: '列表的中文名称',
      menu: '菜单分组',
      icon: '图标',
      sensitivity: ['敏感级别', { public: '公开', internal: '员工', restricted: '受限' }],
      title_field: '标题字段',
      sort_field: '排序字段',
      sort_descending: '从大到小（最新在前）',
      standard_columns: ['标准列', { id: 'ID', weigh: '权重', create_time: '创建时间', update_time: '更新时间' }],
      owner_field: '归属人字段',
      tree_field: '父级字段',
      can_create: '员工可添加',
      can_update: '员工可编辑',
      can_remove: '员工可删除',
      member_read: ['会员可读', { none: '不可读', all: '全部', enabled: '仅启用' }],
      guest_read: ['访客可读', { none: '不可读', all: '全部', enabled: '仅启用' }],
      merge_groups: '合并保存的字段',
      other_options: '其他选项',
      sheet: '待导入的数据',
      remark: '备注',
      record_id: '已应用的定义',
      job_id: '最近的任务',
    },
  },
});
