/** Menu rules are shown by what they are called on the screen, not by the key that is stored. */

import { menuRule } from '../../../common/entities/menuRule';
import type { Json } from '../../../common/entity/field';
import { useEngine } from '../../engine/engineContext';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { defineOverride, type IsFieldVisible } from '../../engine/override';
import { useLanguage } from '../../shared/i18n/i18n';
import { asString } from '../../../common/json';
import { buttonRuleTitle, ruleTitle } from '../layout/menu/ruleTitle';
import { lazyInput } from './lazyInput';
import { RuleTitle } from './RuleTitle';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

function TitleCell({ value, row }: CellProps) {
  const { registry } = useEngine();
  const lang = useLanguage();
  return <RuleTitle title={buttonRuleTitle(asString(value), asString(row['name']), lang, registry)} row={row} />;
}

const ComponentInput = lazyInput(async () => (await import('./rules/screens')).AdminScreenInput);

/** Fields that only some kinds of rule have (specification, point 3); all others belong to every rule. */
const ONLY: Readonly<Record<string, (type: Json, opens: Json) => boolean>> = {
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
export const showsOfRule: IsFieldVisible = (field, valueOf) =>
  ONLY[field]?.(valueOf('type'), valueOf('menu_type')) ?? true;

export const menuRuleScreen = defineOverride(menuRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  translateTitle: ruleTitle,
  isFieldVisible: showsOfRule,
  rowMenuItems: lazyWithRetry(async () => (await import('./entries/RuleEntries')).RuleEntries, 'small'),
});
