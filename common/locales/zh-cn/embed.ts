/** 规则内嵌页面的文字。 */
import type { embed as english } from '../en/embed';
import type { Translated } from '../translated';

export const embed: Translated<typeof english> = {
  barred: '此页面无法在这里显示',
  barred_help: '只有 https:// 页面和本站的公开页面可以显示在这里。您可以单独打开它。',
  barred_dead: '它的地址无法打开，请联系网站管理员。',
  open: '在新窗口中打开',
  mark: '不会内嵌显示：其地址既不是 https:// 页面，也不是本站的公开页面',
};
