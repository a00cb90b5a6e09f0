/** 公开网站上记录预览的文字。 */
import type { preview as english } from '../en/preview';
import type { Translated } from '../translated';

export const preview: Translated<typeof english> = {
  scheduled: '将于 {{time}} 展示',
  scheduled_until: '将于 {{time}} 展示，{{until}} 隐藏',
  scheduled_short: '{{time}} 展示',
  shown_until: '展示至 {{time}}',
  title: '预览',
  frame: '含未保存内容的页面',
  loading: '预览加载中',
  device: '页面尺寸',
  devices: { desktop: '电脑', phone: '手机' },
  language: '页面语言',
  languages: { en: 'English', 'zh-cn': '中文' },
  window: '在第二个窗口打开',
  blocked: '浏览器拦截了第二个窗口。请允许本站弹出窗口，然后重试。',
  in_window: '预览显示在第二个窗口中。',
  here: '在此显示',
  close: '关闭预览',
  invalid: '以下内容尚未通过校验，显示的是已保存的内容：{{fields}}',
  offline: '您已离线，连接恢复后继续预览。',
  retry: '重试',
};
