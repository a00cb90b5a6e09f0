/** 列表的保存视图与导出。 */
import type { Translated } from '../translated';
import type { savedViews as en } from '../en/savedViews';

export const savedViews: Translated<typeof en> = {
  label: '已保存的视图',
  none: '还没有保存的视图',
  shared_by: '由{{name}}分享',
  shared: '已分享',
  keep: '保存当前视图…',
  title: '保存当前视图',
  name: '名称',
  help: '保存此列表的筛选、搜索、排序和列。',
  share: '让所有能看到此列表的人都能使用',
  save: '保存',
  drop: '删除视图“{{title}}”',
  copy: '复制此列表的链接',
  copied: '链接已复制',
  not_copied: '无法复制链接',
  export: '导出为 CSV',
  exporting: '正在准备文件…',
  exported_one: '已导出 {{count}} 行',
  exported_other: '已导出 {{count}} 行',
  exported_capped: '文件只包含前 {{count}} 行，请缩小范围后再导出其余部分。',
  not_exported: '无法生成文件',
  searched: '仅搜索了最新的 {{shown}} 条记录',
  search_all: '搜索全部',
};
