/** 管理员的单点登录。 */
import type { singleSignOn as english } from '../en/singleSignOn';
import type { Translated } from '../translated';

export const singleSignOn: Translated<typeof english> = {
  title: '单点登录',
  or: '或',
  sign_in: '使用单点登录',
  busy: '正在登录…',
  no_request: '此登录不是在本标签页中开始的，请重新开始。',
  to_login: '返回登录页',
  to_profile: '返回个人资料',
  linked: '您可以通过 {{provider}} 登录。',
  unlinked: '绑定账号后即可通过 {{provider}} 登录。',
  link: '绑定账号',
  unlink: '解绑',
};
