/** 仅由服务器检查的填写错误，浏览器不加载这些文字。 */
import type { serverIssues as english } from '../en/serverIssues';
import type { Translated } from '../translated';

export const serverIssues: Translated<typeof english> = {
  css: '只能使用作用于本板块、且不加载外部资源的样式规则，例如：p { color: #336699; }',
  css_length: '有一处长度过大：最多 2,000 像素，字号、字间距、边框和阴影最多 500 像素',
};
