/** 有关权限的文字：拒绝了什么，以及原因。 */
import type { tokens as english } from '../en/tokens';
import type { Translated } from '../translated';

export const tokens: Translated<typeof english> = {
  token: '令牌',
  token_show: '显示令牌',
  token_title: '令牌“{{name}}”',
  token_once: '请立即复制：令牌只显示这一次，之后无法再次查看。程序以 “Authorization: Bearer …” 请求头发送它。',
  secret: '密钥',
  secret_show: '显示密钥',
  secret_title: '“{{name}}”的密钥',
  secret_once: '请立即复制：密钥只显示这一次。遗失后只能重置，旧密钥随即失效。',
  token_copy: '复制',
  token_copied: '令牌已复制',
  token_copy_failed: '浏览器拒绝了复制，请选中令牌自行复制',
  token_done: '完成',
};
