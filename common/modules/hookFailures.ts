/**
 * Why the code of a module failed, as the server says it. The row of a module and the log keep the sentence in English; readers of Chinese get
 * the same sentence in Chinese. Errors of the code itself have no translation.
 */
import type { Lang } from '../lang';
import { interpolate } from '../text/interpolate';

const HOOK_FAILURES = {
  excess: {
    en: 'it has hooks that the manifest does not ask for: {{hooks}}',
    zh: '代码中有清单未申请的钩子：{{hooks}}',
  },
  inactive: { en: 'the module is no longer active', zh: '该模块已不再启用' },
  paused: { en: 'hooks of the module are paused after a failure', zh: '模块代码在故障后暂停运行' },
  ended: { en: 'the process ended ({{reason}})', zh: '进程已结束（{{reason}}）' },
  slow_start: { en: 'the hooks were not loaded in time', zh: '代码未能及时加载' },
  slow: { en: '{{hook}} took longer than {{ms}} ms', zh: '{{hook}} 的运行时间超过 {{ms}} 毫秒' },
  long_message: { en: 'a message of the hooks is too long', zh: '代码发送的消息过长' },
  wrong_message: { en: 'a message of the hooks has the wrong format', zh: '代码发送的消息格式有误' },
  memory: { en: 'the hooks used too much memory', zh: '代码占用内存过多' },
  unknown_field: { en: '{{hook}} names an unknown field {{field}}', zh: '{{hook}} 使用了未知字段 {{field}}' },
  fixed_values: { en: '{{hook}} cannot change values here', zh: '{{hook}} 不能在此处修改数据' },
  wrong_values: {
    en: '{{hook}} gave values that are not valid: {{fields}}',
    zh: '{{hook}} 返回的数据无效：{{fields}}',
  },
  wrong_answer: { en: '{{hook}} gave an answer of the wrong format', zh: '{{hook}} 返回的结果格式有误' },
  no_hooks: { en: 'the package has no hooks', zh: '安装包中没有代码' },
  missing_packages: {
    en: 'npm packages are missing: {{names}}; disable the module and enable it again to install them',
    zh: '缺少 npm 包：{{names}}；请先禁用模块，再重新启用以安装',
  },
  not_requested: { en: 'the manifest does not ask for {{permission}}', zh: '清单未申请 {{permission}}' },
  cannot_write: { en: 'a hook that runs before a write cannot write', zh: '写入前运行的钩子不能写入数据' },
  host: { en: 'the manifest does not name this host', zh: '清单未列出该主机' },
  stopped: { en: 'the server is being stopped', zh: '服务器正在停止' },
} as const;

/** The sentence in English. */
export const hookFailure = (key: keyof typeof HOOK_FAILURES, params: Readonly<Record<string, string | number>> = {}) =>
  interpolate(HOOK_FAILURES[key].en, params);

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches the sentences of a template; a group for each value. */
const toPattern = (template: string): RegExp =>
  new RegExp(`^${escapeRegExp(template).replace(/\\\{\\\{(\w+)\\\}\\\}/g, '(?<$1>.+)')}$`, 's');
const PATTERNS = Object.values(HOOK_FAILURES).map(({ en, zh }) => ({ pattern: toPattern(en), zh }));
/** Names the hook that failed for good. */
const AFTER = /^(after:\w+: )(.+)$/s;

/** A stored sentence in a language; unchanged when it is an error of the code itself. */
export function translateHookFailure(lang: Lang, stored: string): string {
  if (lang === 'en') return stored;
  const [, prefix = '', sentence = stored] = AFTER.exec(stored) ?? [];
  for (const { pattern, zh } of PATTERNS) {
    const match = pattern.exec(sentence);
    if (match) return prefix + interpolate(zh, match.groups ?? {});
  }
  return stored;
}
