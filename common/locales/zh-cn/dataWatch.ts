/** 回收规则和敏感数据规则。 */
import type { dataWatch as english } from '../en/dataWatch';
import type { Translated } from '../translated';

export const dataWatch: Translated<typeof english> = {
  test: '测试规则…',
  title: '测试“{{name}}”',
  row: '数据',
  help: '测试不会修改数据，也不会写入日志。',
  recycle: '如果删除“{{title}}”，日志将记录：',
  sensitive: '如果修改“{{title}}”的以下字段，日志将把这些值记录为修改前的值：',
  disabled: '此规则已禁用，目前不会记录。',
  hidden: '会记录，但您无权查看',
  unknown: '表中已不存在的字段：{{fields}}',
  missing: '字段不存在',
  none: '不会记录任何内容。',
  close: '关闭',
  before: '查看此前的记录',
  change: '改动',
  today: '现在',
  same_as_after: '之后没有改动',
  same_as_before: '与修改前一致',
};
