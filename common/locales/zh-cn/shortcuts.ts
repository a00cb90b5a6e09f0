/** 键盘快捷键及其分组的名称。 */
import type { shortcuts as english } from '../en/shortcuts';
import type { Translated } from '../translated';

export const shortcuts: Translated<typeof english> = {
  title: '键盘快捷键',
  global: '全局',
  form: '表单',
  list: '列表',
  arrange: '仪表盘',
  palette: '搜索或跳转…',
  help: '显示键盘快捷键',
  undo: '撤销上一次更改',
  move_tab: '移动当前标签',
  tab_menu: '打开标签菜单',
  close: '关闭面板或对话框',
  save: '保存',
  submit: '在任意字段中保存',
  search: '搜索列表',
  next: '下一条记录',
  previous: '上一条记录',
  ends: '第一条或最后一条记录',
  open: '打开当前记录',
  edit_cell: '就地编辑第一个字段',
  select: '选择当前记录',
  select_range: '连续选择到当前记录',
  clear: '清除选择',
  create: '添加记录',
  remove: '删除当前记录',
  reorder: '移动记录（可手动排序的列表）',
  level: '调整层级（树形列表）',
  pending: '显示新记录',
  resize: '调整卡片大小（焦点在其手柄上）',
};
