/** 管理后台与会员中心共用的文字：连接状态、语言、配色、登录与退出。 */
import type { shell as english } from '../en/shell';
import type { Translated } from '../translated';

export const shell: Translated<typeof english> = {
  done: '操作成功',
  close: '关闭',
  cancel: '取消',
  back: '返回',
  retry: '重试',
  loading: '加载中',
  skip: '跳到正文',
  language: '语言',
  languages: { en: 'English', zh: '简体中文' },
  scheme: { label: '配色', turn: '配色：{{scheme}}', light: '浅色', dark: '深色', system: '跟随系统' },
  account: '账户',
  sign_out: '退出登录',
  keep: '保持登录',
  password_show: '显示密码',
  password_hide: '隐藏密码',
  caps: '大写锁定已开启',
  captcha: {
    label: '验证码',
    image: '请输入图中的字符',
    refresh: '换一张',
    words: '改为回答问题',
    picture: '改用图片',
    help: '不区分大小写。',
    required: '请输入验证码',
    failed: '验证码加载失败。',
  },
  ended: {
    password: '该账户的密码已修改，请使用新密码重新登录。',
    address: '该账户的邮箱或手机号已更换，请重新登录。',
    disabled: '该账户已被禁用，您已退出登录。如有疑问请联系客服。',
    elsewhere: '您已在其他设备上退出了此处的登录，请重新登录。',
    staff: '管理员已结束本次登录，请重新登录。',
    crowded: '同时登录的设备过多，此设备已退出登录。',
    safety: '为保障安全，本次登录已结束：登录凭据被重复使用。请重新登录。',
    support: '客服查看已结束。',
    expired: '登录已过期，请重新登录。',
  },
  failed: {
    title: '内容加载失败',
    crash: '页面出错了',
    crash_help: '已保存的内容不会丢失，重新加载页面通常即可恢复。',
    reload: '重新加载',
  },
};
