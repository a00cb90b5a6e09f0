/** 与具体名词有关的文字：公开表单的答复，以及记录下属内容的选项卡。 */
import type { nouns as english } from '../en/nouns';
import type { Translated } from '../translated';

export const nouns: Translated<typeof english> = {
  received: '提交成功，我们会尽快与您联系。',
  redeemed: '激活码兑换成功。',
  tabs: '记录的下属内容',
  add_child: '添加{{one}}',
  all_children: '在列表中查看全部',
  none_yet: '暂无内容',
};
