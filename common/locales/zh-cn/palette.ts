/** 命令面板打开时才显示的文字。 */
import type { palette as english } from '../en/palette';
import type { Translated } from '../translated';

export const palette: Translated<typeof english> = {
  recent: '最近访问',
};
