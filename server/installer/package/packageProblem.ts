/** `packageProblem`: why a file is no package, in each language. */
import type { packageProblems as en } from '../../../common/locales/en/packageProblems';
import { translate } from '../../../common/locales/translate';
import type { LocalizedText } from '../../../common/modules/review';

export type PackageProblem = keyof typeof en;

export function packageProblem(problem: PackageProblem, path = ''): LocalizedText {
  const text = (lang: keyof LocalizedText) => translate(lang, `packageProblems.${problem}`, { path });
  return { en: text('en'), 'zh-cn': text('zh-cn') };
}
