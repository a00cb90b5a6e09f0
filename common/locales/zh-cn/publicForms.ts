/** 公开表单的成功提示。 */
import type { publicForms as english } from '../en/publicForms';
import type { Translated } from '../translated';

export const publicForms: Translated<typeof english> = {
  received: '提交成功，我们会尽快与您联系。',
  redeemed: '激活码兑换成功。',
  redeemed_empty: '激活码已兑换，其中没有可领取的内容。',
};
