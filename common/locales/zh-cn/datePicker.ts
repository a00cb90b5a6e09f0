/** 日期和时间选择器的文字。 */
import type { datePicker as english } from '../en/datePicker';
import type { Translated } from '../translated';

export const datePicker: Translated<typeof english> = {
  previous: '上个月',
  next: '下个月',
  hour: '时',
  minute: '分',
  today: '今天',
  now: '现在',
  clear: '清空',
  done: '完成',
};
