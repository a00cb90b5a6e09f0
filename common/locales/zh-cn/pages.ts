/** 服务器自行输出的少数页面所用的文字。 */
import type { pages as english } from '../en/pages';
import type { Translated } from '../translated';

export const pages: Translated<typeof english> = {
  tagline: '实时协作的后台：一人修改，人人即见。',
  missing: '页面不存在',
  missing_hint: '该地址没有内容，可能已移动，或从未存在。',
  refused: '无访问权限',
  refused_hint: '没有权限或文件无效。',
  home: '返回首页',
  unbuilt: '此部分尚未构建，请使用 “npm start” 启动 Atrium。',
  setup: '首位管理员',
  setup_hint: '目前还没有人能登录。本页仅在启动后一小时内有效，且只能使用一次。',
  setup_username: '用户名',
  setup_password: '密码',
  setup_repeat_password: '再次输入密码',
  setup_send: '创建并前往登录',
  api: '接口文档',
  api_find: '查找路径',
  api_hint: '请先在此浏览器中登录管理后台，然后刷新本页。',
};
