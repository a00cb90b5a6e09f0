/** Menu rules: translated titles, and only the fields of the rule's type. */

import { menuRule } from '../../../../common/entities/menuRule';
import type { Json } from '../../../../common/entity/field';
import { useEngine } from '../../../engine/engineContext';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride, type IsFieldVisible } from '../../../engine/override';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { buttonRuleTitle, folderTitle, ruleTitle } from '../../../../common/locales/ruleTitle';
import { lazyInput } from '../lazyInput';
import { RuleTitle } from './RuleTitle';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

function TitleCell({ value, row }: CellProps) {
  const { registry } = useEngine();
  const lang = useLanguage();
  const [title, name] = [asString(value), asString(row['name'])];
  const english = lang === 'en' ? asString(row['title_en']) : '';
  const isFolder = row['type'] === 'menu_dir';
  const shown = isFolder ? folderTitle(title, lang, registry) : buttonRuleTitle(title, name, lang, registry);
  return <RuleTitle title={english || shown} row={row} />;
}

const ComponentInput = lazyInput(async () => (await import('./screenInputs')).AdminScreenInput);

/** Fields that only some types of rule have; the others are always visible. */
const VISIBLE_FOR: Readonly<Record<string, (type: Json, opens: Json) => boolean>> = {
  icon: (type) => type !== 'button',
  path: (type) => type !== 'button',
  extend: (type) => type !== 'button',
  method: (type) => type === 'button',
  menu_type: (type) => type === 'menu',
  component: (type, opens) => type === 'menu' && opens !== 'link' && opens !== 'iframe',
  url: (type, opens) => type === 'menu' && (opens === 'link' || opens === 'iframe'),
  keepalive: (type, opens) => type === 'menu' && opens !== 'link',
  remark: (type, opens) => type === 'menu' && opens !== 'link' && opens !== 'iframe',
};
export const isRuleFieldVisible: IsFieldVisible = (field, valueOf) =>
  VISIBLE_FOR[field]?.(valueOf('type'), valueOf('menu_type')) ?? true;

export const menuRuleOverride = defineOverride(menuRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  translateTitle: ruleTitle,
  isFieldVisible: isRuleFieldVisible,
  rowMenuItems: lazyWithRetry(async () => (await import('./MenuRuleMenuItems')).MenuRuleMenuItems, 'small'),
});
