/** 激活码的显示与查看。 */
import type { Translated } from '../translated';
import type { activationCodes as en } from '../en/activationCodes';

export const activationCodes: Translated<typeof en> = {
  ends: '激活码，末四位 {{end}}',
  show: '显示激活码',
  show_row: '显示末四位为 {{end}} 的激活码',
  show_chosen: '显示激活码',
  title: '激活码',
  titles: '{{count}} 个激活码',
  noted: '查看操作已被记录。',
  label: '激活码',
  labels: '激活码，每行一个',
  copy: '复制',
  copied: '已复制。',
  copy_failed: '无法复制，请选中文本后自行复制。',
  done: '完成',
};
