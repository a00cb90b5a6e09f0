/** The error of a filter as a message. */
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../../common/entity/columns';
import { translateIssue } from '../../../shared/i18n/i18n';
import { validateFilter } from '../../fieldTypes/filterText';

export function useFilterError(): (column: Column, text: string) => string | undefined {
  const { i18n } = useTranslation();
  return (column, text) => {
    const issue = validateFilter(column, text);
    return issue && translateIssue(i18n, issue);
  };
}
