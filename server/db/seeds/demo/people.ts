/** The people of the demo site. */

const CHINESE = `王雨涵 李浩然 张子墨 刘欣怡 陈俊熙 杨诗琪 赵宇轩 黄梓萱 周博文 吴若曦 徐嘉豪 孙语桐 胡景行 朱一诺 高明哲 林婉清 何思齐 郭子涵 马逸飞 罗可欣
梁沐阳 宋佳宁 郑凯文 谢安琪 韩雪松 唐晓东 冯诗雨 于洋 董文博 萧雅婷 程远 曹心怡 袁志远 邓丽华 许文强 傅晓雯 沈嘉树 曾静怡 彭立新 吕思思`;
const ENGLISH = `Ava Thompson|Henry Collins|Isla Morgan|Oscar Reed|Ruby Foster|Leo Sullivan|Freya Dawson|Arthur Quinn|Elsie Hart|Theo Barnes
Nora Bishop|Felix Grant|Ivy Palmer|Hugo Lane|Clara Webb|Max Turner|Alice Frost|Finn Doyle|Lucy Shaw|Owen Blake
Stella Cruz|Jonas Weber|Marta Silva|Pablo Ortiz|Elena Popova|Anders Holm|Yuki Tanaka|Aisha Khan|Tomas Novak|Lena Vogel
Samuel Price|Zoe Harper|Victor Lund|Camille Roux|Diego Ramos|Naomi Stone|Ravi Mehta|Julia Wolf|Erik Dahl|Hana Sato`;

const splitWords = (text: string, gap: RegExp): readonly string[] => text.split(gap).filter((word) => word !== '');
export const memberNames: readonly string[] = splitWords(CHINESE, /\s+/).flatMap((name, index) => [
  name,
  splitWords(ENGLISH, /[|\n]/)[index] ?? name,
]);

export const mottos = [
  'Measure twice, cut once.',
  '行到水穷处，坐看云起时。',
  'Good work is quiet.',
  '日拱一卒，功不唐捐。',
  'Leave it better than you found it.',
  '',
] as const;

/** Role groups of the demo staff, parents first: each holds at most what its parent holds. */
export interface StaffRole {
  readonly name: string;
  readonly parent: string;
  readonly data_scope: 'own' | 'subtree' | 'all';
  /** Entities with all permissions. */
  readonly full: readonly string[];
  /** Entities with read permission. */
  readonly view: readonly string[];
  /** Additional permission keys. */
  readonly nodes: readonly string[];
}
const CONTENT = ['news', 'news_category', 'navigation'] as const;
const CUSTOMERS = ['enterprise', 'enterprise_staff'] as const;
export const staffRoles: readonly StaffRole[] = [
  {
    name: 'Operations',
    parent: 'Super administrators',
    data_scope: 'all',
    full: [...CONTENT, ...CUSTOMERS, 'user', 'user_group', 'attachment'],
    view: ['admin', 'admin_group', 'admin_log'],
    nodes: ['enterprise/see_restricted', 'user/see_restricted', 'user/see_money'],
  },
  {
    name: 'Newsroom',
    parent: 'Operations',
    data_scope: 'subtree',
    full: [...CONTENT],
    view: ['attachment'],
    nodes: [],
  },
  { name: 'Reporters', parent: 'Newsroom', data_scope: 'own', full: ['news'], view: ['news_category'], nodes: [] },
  {
    name: 'Customer care',
    parent: 'Operations',
    data_scope: 'all',
    full: [...CUSTOMERS],
    view: ['user', 'user_group'],
    nodes: ['enterprise/see_restricted'],
  },
  { name: 'Trainees', parent: 'Customer care', data_scope: 'own', full: [], view: [...CUSTOMERS], nodes: [] },
];

/** username, nickname, group */
export const staff: readonly (readonly [string, string, string])[] = [
  ['grace_lin', 'Grace Lin', 'Operations'],
  ['zhao_min', '赵敏', 'Operations'],
  ['ella_moore', 'Ella Moore', 'Newsroom'],
  ['chen_yu', '陈宇', 'Newsroom'],
  ['sam_porter', 'Sam Porter', 'Reporters'],
  ['lin_xi', '林夕', 'Reporters'],
  ['nina_costa', 'Nina Costa', 'Reporters'],
  ['wang_fang', '王芳', 'Customer care'],
  ['tom_hardy', 'Tom Harding', 'Customer care'],
  ['he_ping', '何平', 'Trainees'],
  ['editor', 'Robin Vale', 'Editors'],
];
