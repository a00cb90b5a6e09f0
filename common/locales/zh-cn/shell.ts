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
  scheme: { label: '配色', light: '浅色', dark: '深色', system: '跟随系统' },
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
  failed: {
    title: '内容加载失败',
    crash: '页面出错了',
    crash_help: '已保存的内容不会丢失，重新加载页面通常即可恢复。',
    reload: '重新加载',
  },
};
