/** 邮件：每种场合的主题与正文。 */
import type { mails as english } from '../en/mails';
import type { Translated } from '../translated';

export const mails: Translated<typeof english> = {
  test: {
    subject: '来自{{site}}的测试邮件',
    text: '这是一封来自{{site}}的测试邮件。\n\n如果您能看到它，说明邮件发送正常。',
  },
  code: {
    subject: '{{site}}验证码',
    text: '您的验证码是 {{code}}\n\n{{minutes}} 分钟内有效。如非本人操作，请忽略本邮件。',
    sms: '{{site}}验证码 {{code}}，{{minutes}} 分钟内有效。如非本人操作，请忽略。',
  },
  retrieve: {
    subject: '{{site}}找回密码',
    text: '您用于设置新密码的验证码是 {{code}}\n\n{{minutes}} 分钟内有效。如非本人操作，请忽略本邮件，您的密码不会改变。',
    sms: '{{site}}找回密码验证码 {{code}}，{{minutes}} 分钟内有效。如非本人操作，请忽略。',
  },
  password_changed: {
    subject: '您在{{site}}的密码已修改',
    text: '{{name}}，您好：\n\n您的密码已修改。\n\n非本人操作：{{link}}\n\n打开该链接将退出所有登录、作废当前密码、恢复原邮箱和手机号，并锁定账号三天。之后请用发送到此邮箱的验证码设置新密码。',
  },
  address_changed: {
    subject: '您在{{site}}的邮箱或手机号已更换',
    text: '{{name}}，您好：\n\n您账号绑定的邮箱或手机号已更换。\n\n非本人操作：{{link}}\n\n打开该链接将退出所有登录、作废当前密码、恢复原邮箱和手机号，并锁定账号三天。之后请用发送到此邮箱的验证码设置新密码。',
  },
  threshold_above: {
    subject: '{{site}}：{{title}} 为 {{found}}',
    text: '{{title}} 当前为 {{found}}，高于 {{bound}}。\n\n{{link}}',
  },
  threshold_below: {
    subject: '{{site}}：{{title}} 为 {{found}}',
    text: '{{title}} 当前为 {{found}}，低于 {{bound}}。\n\n{{link}}',
  },
  lead_received: {
    subject: '{{site}}已收到您的留言',
    text: '您好：\n\n感谢您的留言，我们已经收到，并会尽快回复您。\n\n{{site}}\n\n如果您没有给我们留言，可能是他人误填了您的邮箱，请忽略本邮件。',
  },
  request_received: {
    subject: '{{site}}已收到您的试用申请',
    text: '您好：\n\n感谢您申请试用，我们已经收到申请，并会尽快回复您。\n\n{{site}}\n\n如果您没有申请试用，可能是他人误填了您的邮箱，请忽略本邮件。',
  },
  house_lead: {
    subject: '{{site}}：来自{{name}}的留言',
    text: '{{name}}通过联系表单给{{site}}留言。\n\n请在后台处理：{{link}}',
  },
  house_request: {
    subject: '{{site}}：{{name}}申请试用',
    text: '{{name}}向{{site}}申请试用。\n\n请在后台处理：{{link}}',
  },
  house_security: {
    subject: '{{site}}：{{what}}',
    text: '{{what}}\n\n账号：{{name}}\n详情见后台：{{link}}',
  },
  house_task: {
    subject: '{{site}}：{{name}} 执行失败',
    text: '终端任务 {{name}} 未能成功结束，后面的任务可能因此等待。\n\n查看输出：{{link}}',
  },
  house_lead_more: {
    subject: '{{site}}：还有未逐一发送邮件的留言',
    text: '一小时内收到的联系表单留言较多，未再逐一发送邮件。\n\n查看全部：{{link}}',
  },
  house_request_more: {
    subject: '{{site}}：还有未逐一发送邮件的试用申请',
    text: '一小时内收到的试用申请较多，未再逐一发送邮件。\n\n查看全部：{{link}}',
  },
  house_security_more: {
    subject: '{{site}}：还有未逐一发送邮件的安全事件',
    text: '一小时内发生的安全事件较多，未再逐一发送邮件。\n\n查看全部：{{link}}',
  },
  house_task_more: {
    subject: '{{site}}：还有未逐一发送邮件的失败任务',
    text: '一小时内未能成功结束的终端任务较多，未再逐一发送邮件。\n\n查看全部：{{link}}',
  },
};
