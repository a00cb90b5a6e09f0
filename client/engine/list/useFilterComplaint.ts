/** What is wrong with a filter, as a sentence. */
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../common/entity/meta';
import { sayIssue } from '../../shared/i18n';
import { filterIssue } from '../filterText';

export function useFilterComplaint(): (column: Column, text: string) => string | undefined {
  const { i18n } = useTranslation();
  return (column, text) => {
    const issue = filterIssue(column, text);
    return issue && sayIssue(i18n, issue);
  };
}
