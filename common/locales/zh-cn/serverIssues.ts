/** 仅由服务器检查的填写错误，浏览器不加载这些文字。 */
import type { serverIssues as english } from '../en/serverIssues';
import type { Translated } from '../translated';

export const serverIssues: Translated<typeof english> = {
  css: '只能使用作用于本板块、且不加载外部资源的样式规则，例如：p { color: #336699; }',
  css_length: '有一处长度过大：最多 2,000 像素，字号、字间距、边框和阴影最多 500 像素',
  unix_time: '请输入以秒为单位的 Unix 时间，例如 1767225600',
  sheet_columns: '表格有 {{count}} 列，设计最多可从 {{max}} 列开始，请删除部分列。',
  sheet_rows: '表格有 {{count}} 行，设计最多可从 {{max}} 行开始。请先创建并应用设计，再导入其余数据。',
  sheet_cell: '第 {{row}} 行有一格为 {{count}} 个字符，最多 {{max}} 个。',
  sheet_empty: '表格没有标题行，请在第一行填写标题。',
  choice_of: '请选择{{options}}',
  choice_like: '请从 {{count}} 个选项中选择，例如{{options}}',
};
