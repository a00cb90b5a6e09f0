/** Settings of the demo site: an imagined record number, and sentences of the imagined company in both languages. */
import { listBuiltInItems, toConfigRow } from '../../../modules/settings/builtInItems';
import type { Settings } from '../../../platform/settings';
import type { DemoContext } from './demoContext';

const DEMO_TEXTS: Pick<Settings, 'recordNumber' | 'recordNumberEn' | 'siteSentences'> = {
  recordNumber: '示例备案号 00000000',
  recordNumberEn: 'Sample record no. 00000000',
  siteSentences: {
    tagline: {
      text: '中庭软件为多人协作的团队开发实时业务系统。',
      english: 'Atrium Software builds live business software for teams that work together.',
    },
    footer: {
      text: '中庭软件（虚构的示例公司） · 杭州市示例路 1 号 · 柏林示例街 2 号',
      english: 'Atrium Software (an imagined company) · 1 Sample Road, Hangzhou · Musterstrasse 2, Berlin',
    },
    contact: {
      text: '请告诉我们您的团队和需求，工作日内一天之内回复。',
      english: 'Tell us about your team and what you need. We reply within one working day.',
    },
    trial: {
      text: '选择想试用的插件，我们用您的数据为您准备试用环境。',
      english: 'Choose the plugins you want to try. We prepare a trial with your own data.',
    },
  },
};

/** Stores the items whose values differ from those of a new installation; the start of the server adds the others. */
export async function seedSettings({ services, runDaysAgo }: DemoContext): Promise<void> {
  const { settings } = services;
  const standard = new Map(listBuiltInItems(settings).map(({ name, value }) => [name, JSON.stringify(value)]));
  const rows = listBuiltInItems({ ...settings, ...DEMO_TEXTS }).flatMap((item, position) =>
    JSON.stringify(item.value) === standard.get(item.name) ? [] : [toConfigRow(item, position)],
  );
  await runDaysAgo(195, ({ insertRows }) => insertRows('config', rows));
}
