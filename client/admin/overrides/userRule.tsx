/** Member rules: called as members read them; their list tells which of them never show what they embed. */
import { userRule } from '../../../common/entities/userRule';
import { memberTitle } from '../../../common/locales/memberTitle';
import type { CellProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { useLang } from '../../shared/i18n';
import { asText } from '../../shared/persist';
import { lazyInput } from './lazyInput';
import { RuleTitle } from './RuleTitle';

const TitleCell = ({ value, row }: CellProps) => <RuleTitle title={memberTitle(asText(value), useLang())} row={row} />;

const ComponentInput = lazyInput(async () => (await import('./rules/screens')).MemberScreenInput);

export const userRuleScreen = override(userRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  sayTitle: memberTitle,
});
