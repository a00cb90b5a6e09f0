/** 管理后台外壳的文字：登录、顶栏、侧栏、概览、错误页。 */
import type { console as english } from '../en/console';
import type { Translated } from '../translated';

export const console: Translated<typeof english> = {
  product: 'Atrium',
  title: {
    home: '首页',
    admin: '管理后台',
    adminLogin: '后台登录',
    userLogin: '会员登录',
    User: '会员中心',
    notFound: '页面不存在',
    noPower: '无访问权限',
    Loading: '加载中',
  },
  groups: { everything: '全部权限（含今后新增）' },
  login: {
    heading: '登录',
    lead: '欢迎回到 {{site}}。',
    username: '用户名',
    password: '密码',
    captcha: '验证码',
    captcha_new: '换一张',
    submit: '登录',
    submitting: '正在登录',
    motto: '一切变化，即刻可见。',
    motto_help: '多人同时编辑一条记录，每一处修改都会保留。',
    scene: {
      list: '新闻',
      just_now: '刚刚',
      editing: '正在编辑',
      merged: '两处修改均已保留',
      rows: { a: '春季开放时间调整', b: '汉堡新合作伙伴', c: '年度报告发布' },
      people: { a: '林晓', b: '玛塔' },
    },
    required: { username: '请输入用户名', password: '请输入密码' },
  },
  nav: {
    label: '主菜单',
    favorites: '收藏',
    favorite_add: '收藏{{title}}',
    favorite_remove: '取消收藏{{title}}',
    overview: '概览',
    explain: '权限诊断',
    collapse: '收起菜单',
    expand: '展开菜单',
    open: '打开菜单',
    breadcrumb: '当前位置',
    new: '新建',
    empty: '暂时没有可以访问的菜单。',
  },
  overview: {
    greeting: {
      late_night: '夜深了，{{name}}',
      early_morning: '清晨好，{{name}}',
      morning: '上午好，{{name}}',
      noon: '中午好，{{name}}',
      afternoon: '下午好，{{name}}',
      evening: '晚上好，{{name}}',
    },
    last_login: '上次登录 {{time}}',
  },
  missing: {
    title: '页面不存在',
    help: '页面可能已移动，或地址输入有误。',
    action: '返回概览',
  },
  no_access: {
    title: '无访问权限',
    help: '您没有此页面的权限，或文件无效。如有需要，请联系管理员。',
    action: '返回概览',
  },
};
