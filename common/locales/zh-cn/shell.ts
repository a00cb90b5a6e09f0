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
  live: {
    idle: '未连接',
    connecting: '连接中',
    live: '实时',
    catching_up: '正在补齐',
    reconnecting: '重新连接中',
    offline: '离线',
    signed_out: '已退出',
    heard: '最近一次响应：{{ago}}。',
    back_one: '已恢复实时，离开期间有 1 处变更。',
    back_other: '已恢复实时，离开期间有 {{count}} 处变更。',
    hint: {
      idle: '页面显示的是打开时的内容。',
      connecting: '正在建立实时连接。',
      live: '任何变更都会立即显示在这里。',
      catching_up: '正在获取期间发生的变更。',
      reconnecting: '与服务器的连接已断开，正在自动恢复。',
      offline: '设备处于离线状态，恢复网络后会自动继续。',
      signed_out: '会话已在别处结束。',
    },
  },
  failed: {
    title: '内容加载失败',
    crash: '页面出错了',
    crash_help: '已保存的内容不会丢失，重新加载页面通常即可恢复。',
    reload: '重新加载',
  },
};
