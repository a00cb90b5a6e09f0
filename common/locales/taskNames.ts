/** Names of terminal tasks. A separate file because notices and mails need them without the other texts of the terminal. */
import type { Lang } from '../lang';
import { interpolate } from '../text/interpolate';

const TASK_NAMES = {
  en: {
    version: 'Show {{tool}} version',
    test: 'Test registry connection',
    'web-install': 'Install dependencies',
    'web-build': 'Build frontend',
    module: 'Install npm packages of a module',
    migrate: 'Run migrations',
    backup: 'Back up and verify',
    verify: 'Run integrity checks',
    app: 'Package app',
  },
  'zh-cn': {
    version: '查看 {{tool}} 版本',
    test: '测试软件源连接',
    'web-install': '安装依赖',
    'web-build': '构建前端',
    module: '安装模块的 npm 包',
    migrate: '执行数据库迁移',
    backup: '备份并校验',
    verify: '校验数据完整性',
    app: '打包应用',
  },
} as const;

/** The name of the task that a command such as `app.package` or `test.npm` starts; the command itself when it is unknown. */
export function taskName(lang: Lang, command: string): string {
  const [group = '', tool = ''] = command.split('.');
  const names: Readonly<Record<string, string>> = TASK_NAMES[lang];
  return Object.hasOwn(names, group) ? interpolate(names[group] ?? '', { tool }) : command;
}
