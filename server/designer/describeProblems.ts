/** Faults of designs and definitions with problems: their messages have the problems as sentences in the language of the reader. */
import type { DefinitionProblem } from '../../common/definition/definitionProblem';
import type { DesignProblem } from '../../common/designer/design';
import type { UnreadableSql } from '../../common/designer/guess/parseCreateTable';
import { asStringRecord } from '../../common/json';
import type { Lang } from '../../common/lang';
import { definition } from '../../common/locales/en/definition';
import { designer } from '../../common/locales/en/designer';
import { definition as definitionZh } from '../../common/locales/zh-cn/definition';
import { designer as designerZh } from '../../common/locales/zh-cn/designer';
import { fault, type Fault } from '../../common/protocol/faults';
import { interpolate } from '../../common/text/interpolate';

const TEXTS = {
  en: {
    problems: asStringRecord(designer.problems),
    rules: asStringRecord(definition),
    sql: asStringRecord(designer.sql),
    colon: ': ',
    space: ' ',
    semicolon: '; ',
  },
  'zh-cn': {
    problems: asStringRecord(designerZh.problems),
    rules: asStringRecord(definitionZh),
    sql: asStringRecord(designerZh.sql),
    colon: '：',
    space: '',
    semicolon: '；',
  },
} as const;

/** The sentence of a problem after the name of its field. */
export function describeProblem(lang: Lang, { code, field = '', params = {} }: DesignProblem): string {
  const { problems, rules, colon } = TEXTS[lang];
  const text = interpolate(rules[params['rule'] ?? ''] ?? '', params);
  const sentence = interpolate(problems[code] ?? code, { ...params, text });
  return field === '' ? sentence : `${field}${colon}${sentence}`;
}

/** The problems as sentences. */
export const describeProblems = (lang: Lang, problems: readonly DesignProblem[]): string =>
  problems.map((problem) => describeProblem(lang, problem)).join(TEXTS[lang].space);

/** The refusal of a design: its problems as sentences, and as codes for the designer. */
export const invalidDesignFault = (lang: Lang, problems: readonly DesignProblem[]): Fault =>
  fault('design.invalid', { problems: describeProblems(lang, problems) }, { data: { problems } });

const describeRules = (lang: Lang, problems: readonly DefinitionProblem[]): string =>
  problems.map(({ code, params }) => interpolate(TEXTS[lang].rules[code] ?? code, params)).join(TEXTS[lang].semicolon);

/** The refusal of a definition that is not made of a design: a file, a stored version, or the input of a job. */
export const invalidDefinitionFault = (problems: readonly DefinitionProblem[]): Fault =>
  fault('design.invalid', {
    problems: { en: describeRules('en', problems), 'zh-cn': describeRules('zh-cn', problems) },
  });

/** The refusal of text that is no CREATE TABLE statement, with the line of the mistake. */
export const unreadableSqlFault = ({ problem, ...params }: UnreadableSql): Fault => {
  const describe = (lang: Lang) => interpolate(TEXTS[lang].sql[problem] ?? problem, params);
  return fault('design.unreadable', { reason: { en: describe('en'), 'zh-cn': describe('zh-cn') } });
};
