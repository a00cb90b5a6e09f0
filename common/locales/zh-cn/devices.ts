/** 两端共用：已登录设备列表的文字。 */
import type { devices as english } from '../en/devices';
import type { Translated } from '../translated';

export const devices: Translated<typeof english> = {
  title: '已登录的设备',
  current: '当前设备',
  seen: '最近活动 {{time}}',
  sign_out: '退出该设备',
  sign_out_named: '退出 {{device}}（最近活动 {{time}}）',
  sign_out_all: '退出其他所有设备',
  support: '客服正在查看',
  support_text: '仅限短时间查看，不能修改任何内容',
  unknown: '未知设备',
};
