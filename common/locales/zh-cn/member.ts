/** 会员中心的文字。 */
import type { member as english } from '../en/member';
import type { Translated } from '../translated';

export const member: Translated<typeof english> = {
  login: {
    login: '返回登录',
    register: '注册账号',
    retrieve: '忘记密码',
    heading: '会员登录',
    lead: '资料、余额与积分，一处掌握。',
    account: '用户名、邮箱或手机号',
    required: { account: '请输入用户名、邮箱或手机号', password: '请输入密码' },
  },
  overview: {
    title: '概览',
  },
  home: '网站首页',
  profile: { title: '我的资料' },
  refused: {
    action: '返回概览',
    no_access: '您没有此页面的权限，或文件无效。',
    gone: '此页面已不存在',
    gone_help: '提供此页面的模块已停用，或您的访问权限已被收回。',
    nothing: '暂无可用页面',
    nothing_help: '您所在的会员分组还没有任何会员中心页面，请联系网站管理员；开通后本页会立即更新。',
  },
};
