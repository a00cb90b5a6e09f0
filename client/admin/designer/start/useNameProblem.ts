/** What is wrong with the name of a new table, while it is typed. */
import { useTranslation } from 'react-i18next';
import { checkTableName } from '../../../../common/designer/check/checkNames';
import { completeSettings } from '../../../../common/designer/completeDesign';
import { useSourceTablesQuery } from '../data/designerApi';

/** The sentence of the problem; undefined without one, and for an empty name. */
export function useNameProblem(name: string): string | undefined {
  const { t } = useTranslation();
  const { data } = useSourceTablesQuery(undefined);
  if (name === '') return undefined;
  const [problem] = checkTableName(completeSettings({ table_name: name }), new Set(data?.takenNames), undefined);
  return problem && t(`designer.problems.${problem.code as 'table_taken'}`, { name, ...problem.params });
}
