/** 操作成功时服务器的提示。 */
import type { done as english } from '../en/done';
import type { Translated } from '../translated';

export const done: Translated<typeof english> = {
  added: '添加成功。',
  saved: '保存成功。',
  deleted: '删除成功。',
  restored: '恢复成功。',
  sorted: '移动成功。',
  done: '操作成功。',
  fallback: '操作成功',
  confirmed: '已确认。',
  sessions_ended: '已在其他设备退出登录。',
  cache_cleared: '缓存已清理。',
  signed_in: '欢迎回来！',
  signed_out: '您已退出登录。',
  uploaded: '上传成功。',
};
