/** Member rules: called as members read them; their list tells which of them never show what they embed. */
import { Suspense } from 'react';
import { userRule } from '../../../common/entities/userRule';
import { memberTitle } from '../../../common/locales/memberTitle';
import type { CellProps, InputProps } from '../../engine/kinds/kindView';
import { override } from '../../engine/override';
import { useLang } from '../../shared/i18n';
import { asText } from '../../shared/persist';
import { lazyPart } from '../../ui/lazyPart';
import { RuleTitle } from './RuleTitle';

const TitleCell = ({ value, row }: CellProps) => <RuleTitle title={memberTitle(asText(value), useLang())} row={row} />;

const Screens = lazyPart(async () => (await import('./rules/screens')).MemberScreenInput);
const ComponentInput = (props: InputProps) => (
  <Suspense fallback={null}>
    <Screens {...props} />
  </Suspense>
);

export const userRuleScreen = override(userRule, {
  cells: { title: TitleCell },
  inputs: { component: ComponentInput },
  sayTitle: memberTitle,
});
