/** 回收站：列表中已删除的记录。 */
import type { recycleBin as english } from '../en/recycleBin';
import type { Translated } from '../translated';

export const recycleBin: Translated<typeof english> = {
  show: '回收站',
  badge: '回收站',
  leave: '返回列表',
  empty: '回收站是空的',
  empty_text: '删除的记录会保留在这里，直到恢复或彻底删除。',
  restore: '恢复',
  restore_row: '恢复“{{title}}”',
  restored_one: '已恢复 {{count}} 条记录',
  restored_other: '已恢复 {{count}} 条记录',
  not_restored: '未能恢复',
  purge: '彻底删除',
  purge_row: '彻底删除“{{title}}”',
  purge_title: '确定彻底删除“{{title}}”？',
  purge_many_one: '确定彻底删除这 {{count}} 条记录？',
  purge_many_other: '确定彻底删除这 {{count}} 条记录？',
  purge_text: '此操作无法撤销。历史中只会留下这条记录曾经存在的痕迹，不再保留任何内容。',
  purged_one: '已彻底删除 {{count}} 条记录',
  purged_other: '已彻底删除 {{count}} 条记录',
  not_purged: '未能删除',
  used_by: '{{entity}}：{{title}}',
  used_hidden: '{{entity}}：一条您无权查看的记录',
  taken: '{{field}}：{{msg}}',
};
