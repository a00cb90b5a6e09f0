/** 会员中心的文字。 */
import type { member as english } from '../en/member';
import type { Translated } from '../translated';

export const member: Translated<typeof english> = {
  login: {
    heading: '会员登录',
    lead: '资料、余额与积分，一处掌握。',
    account: '用户名、邮箱或手机号',
    required: { account: '请输入用户名、邮箱或手机号', password: '请输入密码' },
  },
  overview: {
    title: '概览',
    lead: '很高兴见到您。',
    profile: '我的资料',
    balance: '余额',
    points: '积分',
    none: '未填写',
  },
  refused: {
    action: '返回概览',
    no_power: '您没有此页面的权限，或文件无效。',
  },
};
