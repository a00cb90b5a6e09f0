/** 操作成功时服务器的提示。 */
import type { done as english } from '../en/done';
import type { Translated } from '../translated';

export const done: Translated<typeof english> = {
  added: '添加成功。',
  saved: '保存成功。',
  some_saved: '已保存 {{stand}} 条，{{left}} 条保持不变。',
  none_saved: '未做任何更改。',
  deleted: '删除成功。',
  restored: '恢复成功。',
  undone: '已撤销。',
  nothing_undone: '没有撤销任何修改。',
  sorted: '移动成功。',
  done: '操作成功。',
  fallback: '操作成功',
  confirmed: '已确认。',
  sessions_ended: '已在其他设备退出登录。',
  cache_cleared: '缓存已清理。',
  signed_in: '欢迎回来！',
  signed_out: '您已退出登录。',
  uploaded: '上传成功。',
  code_sent: '如果地址无误，验证码已发出。',
  registered: '欢迎！您的账号已创建。',
  password_set: '新密码已设置，请登录。',
  bound: '绑定成功。',
  verified: '验证成功。',
  shut_out: '所有登录均已退出。请用发送到收到此链接的邮箱的验证码设置新密码。',
  checked_in: '签到成功。',
  mail_tested: '邮件服务器已接收测试邮件。',
};
