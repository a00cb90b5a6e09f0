/** 按过去某一时刻查看列表和记录。 */
import type { asOf as english } from '../en/asOf';
import type { Translated } from '../translated';

export const asOf: Translated<typeof english> = {
  menu: '查看历史时刻…',
  quick: { hour: '一小时前', today: '今天 00:00', yesterday: '昨天此时', week: '一周前' },
  other: '其他时间…',
  choose: '查看哪个时刻',
  moment: '日期和时间',
  help: '按当时的内容显示，并使用您当前的权限。',
  error: { incomplete: '请输入日期和时间，例如 2026-01-31 18:30', future: '请选择已经过去的时间' },
  show: '查看',
  title: '截至 {{at}}',
  read_only: '只读，内容不会自动更新。',
  purged_one: '当时的 {{count}} 条记录之后已彻底删除，不再显示。',
  purged_other: '当时的 {{count}} 条记录之后已彻底删除，不再显示。',
  back: '回到现在',
  empty: '当时没有记录',
  empty_text: '当时没有符合条件的记录，请选择其他时间或清除筛选条件。',
  failed: '无法加载当时的列表',
  missing: '当时没有此记录',
  missing_text: '此记录是之后创建的，或当时已删除。',
  deleted_since: '此记录之后已删除，无法对比或还原。',
  same: '与现在一致',
  differs_one: '{{count}} 个字段与现在不同',
  differs_other: '{{count}} 个字段与现在不同',
  changed: '之后有改动',
  today: '现在',
  restore: '还原此字段',
  others: '其他字段',
  show_record: '查看当时的记录',
  to_history: '返回历史',
};
