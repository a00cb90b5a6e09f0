/** 会员中心里由模块添加的页面。 */
import type { modulePages as english } from '../en/modulePages';
import type { Translated } from '../translated';

export const modulePages: Translated<typeof english> = {
  send: '提交',
  required: '请填写此项',
  own: '我写的内容',
  none: '还没有内容',
  open: '打开公开页面',
  remove: '删除',
  remove_title: '删除这条内容？',
  remove_text: '删除后无法恢复。',
  more: '显示更早的内容',
};
