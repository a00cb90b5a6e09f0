/** 谁在这里：页面上、记录里、字段中。 */
import type { Translated } from '../translated';
import type { presence as en } from '../en/presence';

export const presence: Translated<typeof en> = {
  here: '也在这里：{{names}}',
  on_screen: '正在此页面',
  you_elsewhere: '您自己（另一标签页）',
  tabs: '{{count}} 个标签页',
  editing: '正在编辑：{{field}}',
  viewing: '正打开此记录',
  listing: '正在查看列表',
  since: '{{at}} 起',
  idle: '暂离',
  opened: '{{name}} 打开了此记录',
  left: '{{name}} 离开了此记录',
  chip: '{{name}} 正在编辑',
  chip_self: '您自己（另一标签页）',
  row_editing: '{{name}} 正在编辑“{{title}}”',
  row_open: '{{name}} 正打开“{{title}}”',
  row_editing_self: '您正在另一标签页编辑“{{title}}”',
  row_open_self: '您已在另一标签页打开“{{title}}”',
  says_editing: '{{name}} 正在编辑{{field}}',
  hint: '{{name}} 正在编辑此字段',
  ask: '请对方让出',
  asked: '已发出请求',
  anyway: '仍要编辑',
  ask_busy: '刚刚已请求过',
  ask_gone: '此字段已无人编辑',
  wants: '{{name}} 想编辑{{field}}',
  let_go: '让出',
  was_let_go: '{{name}} 已让出{{field}}',
  at_work: '同事动态',
};
