/** 管理后台个人资料页的文字。 */
import type { ownProfile as english } from '../en/ownProfile';
import type { Translated } from '../translated';

export const ownProfile: Translated<typeof english> = {
  person: '基本信息',
  username: '用户名',
  groups: '角色组',
  previous_login: '上次登录：{{time}}，IP {{ip}}',
  nickname: '昵称',
  email: '邮箱',
  mobile: '手机号',
  motto: '签名',
  avatar: '更换头像',
  save: '保存',
  password: '修改密码',
  password_help: '修改后，其他设备上的登录将全部退出。',
  old_password: '当前密码',
  new_password: '新密码',
  repeat_password: '确认新密码',
  change: '修改密码',
  mismatch: '两次输入的新密码不一致',
  required: '请填写此项',
  log: '最近操作',
  log_none: '暂无记录。',
};
