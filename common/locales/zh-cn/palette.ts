/** 命令面板打开时才显示的文字。 */
import type { palette as english } from '../en/palette';
import type { Translated } from '../translated';

export const palette: Translated<typeof english> = {
  recent: '最近访问',
  label: '搜索或跳转…',
  placeholder: '搜索或跳转…',
  pages: '页面',
  actions: '操作',
  none: '没有找到“{{q}}”。',
  searching: '正在搜索记录',
  add: '添加{{name}}',
  hint: '↵ 打开 · esc 关闭',
  theme_light: '切换到浅色',
  theme_dark: '切换到深色',
  shortcuts: '键盘快捷键',
};
