/** 系统自动记账的变动说明。 */
import type { memos as english } from '../en/memos';

export const memos: typeof english = {
  check_in: '连续签到第 {{days}} 天',
  purchase: '购买插件“{{title}}”',
  activation: '激活码 •••• {{end}}',
};
