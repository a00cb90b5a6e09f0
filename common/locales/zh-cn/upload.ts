/** 上传控件的文字。 */
import type { Translated } from '../translated';
import type { upload as en } from '../en/upload';

export const upload: Translated<typeof en> = {
  broken: '“{{name}}”上传时连接中断。',
  store_broken: '文件存储未能接收“{{name}}”，没有保存任何内容。',
  too_many: '此处还能放 {{max}} 个文件，其余的未上传。',
  waiting: '等待中',
  progress: '{{percent}}%，共 {{size}}',
  sending: '正在上传 {{name}}',
  storing: '正在检查并保存…',
  cancel: '取消上传 {{name}}',
  retry: '重试',
  retry_of: '重试：{{name}}',
  dismiss: '移开 {{name}}',
  list: '正在上传的文件',
  how: '点击选择、拖放或粘贴',
  how_touch: '点击选择',
  most: '不超过 {{size}}',
  types: '允许的类型：{{types}}',
  drop_here: '松开即可上传',
};
