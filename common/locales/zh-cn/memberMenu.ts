/** 会员中心各页面的名称。 */
import type { memberMenu as english } from '../en/memberMenu';
import type { Translated } from '../translated';

export const memberMenu: Translated<typeof english> = {
  account: '账户',
  overview: '概览',
  profile: '个人资料',
  balance: '余额',
  integral: '积分',
  redeem: '兑换与插件',
  notices: '通知',
  changePassword: '密码',
};
