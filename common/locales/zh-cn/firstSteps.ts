/** 空列表中提供的下一步。 */
import type { firstSteps as english } from '../en/firstSteps';
import type { Translated } from '../translated';

export const firstSteps: Translated<typeof english> = {
  module: '打开模块市场',
  message: '设置邮件和短信',
  security_event: '设置两步验证',
};
