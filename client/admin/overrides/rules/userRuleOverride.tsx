/** Member rules: titles as members see them, and a warning on URLs that cannot be embedded. */
import { userRule } from '../../../../common/entities/userRule';
import { memberMenuTitle } from '../../../../common/locales/memberMenuTitle';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { lazyInput } from '../lazyInput';
import { RuleTitle } from './RuleTitle';

const TitleCell = ({ value, row }: CellProps) => (
  <RuleTitle title={memberMenuTitle(asString(value), useLanguage())} row={row} />
);

const ComponentInput = lazyInput(async () => (await import('./screenInputs')).MemberScreenInput);

export const userRuleOverride = defineOverride(userRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  translateTitle: memberMenuTitle,
});
