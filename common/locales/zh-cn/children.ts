/** 记录下属列表的文字。 */
import type { children as english } from '../en/children';
import type { Translated } from '../translated';

export const children: Translated<typeof english> = {
  tabs: '记录的下属内容',
  add_child: '添加{{one}}',
  all_children: '在列表中查看全部',
  none_yet: '暂无内容',
};
