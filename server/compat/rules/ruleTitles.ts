/** Titles of rules (of the menu and of the member center), and search by them: older clients show translations of the stored keys. */
import { buttonRuleTitle, storedRuleTitle } from '../../../common/locales/ruleTitle';
import type { RequestContext, Services } from '../../context';
import { memberTitle } from '../memberMenu';

export type RuleEntity = 'menu_rule' | 'user_rule';
export interface RuleTexts {
  readonly name: string;
  readonly title: string;
  readonly title_en: string | null;
  readonly type: string;
}
export interface TitledRule extends RuleTexts {
  readonly id: number;
  readonly pid: number | null;
  readonly menu_type: string | null;
}
const SELECT_RULES: Readonly<Record<RuleEntity, string>> = {
  menu_rule: 'SELECT id, pid, name, title, title_en, `type`, menu_type FROM `menu_rule` WHERE delete_time IS NULL',
  user_rule:
    'SELECT id, pid, name, title, NULL AS title_en, `type`, menu_type FROM `user_rule` WHERE delete_time IS NULL',
};

export const loadTitledRules = async ({ db }: Services, entity: RuleEntity): Promise<readonly TitledRule[]> =>
  (await db.rows<TitledRule>(SELECT_RULES[entity])).map((rule) => ({ ...rule, id: Number(rule.id) }));

/** The title in the language of the reader; that of a button is the label of its action. */
export function getRuleTitle({ lang, services }: RequestContext, entity: RuleEntity, rule: RuleTexts): string {
  const { name, title, title_en: english, type } = rule;
  if (entity === 'user_rule') return memberTitle(title, lang);
  const hasEnglish = lang === 'en' && (english ?? '') !== '';
  return type === 'button' && !hasEnglish
    ? buttonRuleTitle(title, name, lang, services.registry)
    : storedRuleTitle({ title, title_en: english ?? '', type }, lang, services.registry);
}

/** The ids of the rules whose shown title or name contains a text. */
export async function findRulesByText(
  ctx: RequestContext,
  entity: RuleEntity,
  text: string,
): Promise<readonly number[]> {
  const searchText = text.toLowerCase();
  const contains = (shown: string) => shown.toLowerCase().includes(searchText);
  const rules = await loadTitledRules(ctx.services, entity);
  return rules
    .filter(
      (rule) => contains(getRuleTitle(ctx, entity, rule)) || contains(rule.name) || String(rule.id) === searchText,
    )
    .map(({ id }) => id);
}
