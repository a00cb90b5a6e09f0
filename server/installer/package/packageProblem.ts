/** Why a file is no package, or breaks the rules of packages, in each language. */
import type { DefinitionProblem } from '../../../common/definition/definitionProblem';
import { definition as en } from '../../../common/locales/en/definition';
import type { packageProblems } from '../../../common/locales/en/packageProblems';
import { definition as chinese } from '../../../common/locales/zh-cn/definition';
import { translate } from '../../../common/locales/translate';
import type { LocalizedText } from '../../../common/modules/review';
import { interpolate } from '../../../common/text/interpolate';

export type PackageProblem = keyof typeof packageProblems;
type Params = Readonly<Record<string, string | number>>;

export function packageProblem(problem: PackageProblem, path = '', params: Params = {}): LocalizedText {
  const text = (lang: keyof LocalizedText) => translate(lang, `packageProblems.${problem}`, { path, ...params });
  return { en: text('en'), 'zh-cn': text('zh-cn') };
}

/** The sentence of a definition problem; `path` names the file. */
export function definitionText({ code, params }: DefinitionProblem, path = ''): LocalizedText {
  const sentences = { en: interpolate(en[code], params), 'zh-cn': interpolate(chinese[code], params) };
  if (path === '') return sentences;
  return { en: `${path}: ${sentences.en}`, 'zh-cn': `${path}：${sentences['zh-cn']}` };
}
