/** Member rules: called as members read them; their list tells which of them never show what they embed. */
import { userRule } from '../../../common/entities/userRule';
import { memberMenuTitle } from '../../../common/locales/memberMenuTitle';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../engine/override';
import { useLanguage } from '../../shared/i18n/i18n';
import { asString } from '../../../common/json';
import { lazyInput } from './lazyInput';
import { RuleTitle } from './RuleTitle';

const TitleCell = ({ value, row }: CellProps) => (
  <RuleTitle title={memberMenuTitle(asString(value), useLanguage())} row={row} />
);

const ComponentInput = lazyInput(async () => (await import('./rules/screens')).MemberScreenInput);

export const userRuleScreen = defineOverride(userRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  translateTitle: memberMenuTitle,
});
