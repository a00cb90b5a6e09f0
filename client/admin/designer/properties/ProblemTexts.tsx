/** The problems that prevent the design from being applied, as sentences. */
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslation } from 'react-i18next';
import type { DesignProblem } from '../../../../common/designer/design';
import { useOpenDesign } from '../data/designContext';

/** The sentence of a problem; the code where there is none. */
export function useProblemText(): (problem: DesignProblem) => string {
  const { t, i18n } = useTranslation();
  return ({ code, params = {} }) => {
    const key = `designer.problems.${code}`;
    const rule = `definition.${params['rule'] ?? ''}`;
    const text = i18n.exists(rule) ? t(rule as 'definition.list_empty', params) : '';
    return i18n.exists(key) ? t(key as 'designer.problems.other', { ...params, text }) : code;
  };
}

interface ProblemTextsProps {
  /** Undefined: a setting of the table. */
  readonly field: string | undefined;
  readonly property: string;
}
export function ProblemTexts({ field, property }: ProblemTextsProps) {
  const { problems } = useOpenDesign();
  const problemText = useProblemText();
  return problems
    .filter((problem) => problem.field === field && problem.property === property)
    .map((problem) => {
      const text = problemText(problem);
      return (
        <FormHelperText key={text} error>
          {text}
        </FormHelperText>
      );
    });
}
