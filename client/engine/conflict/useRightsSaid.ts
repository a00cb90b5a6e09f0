/** What is said where a right went while somebody was at work: by whom, and what became of the work. */
import { useTranslation } from 'react-i18next';
import { selectConnection } from '../../shared/connection';
import { useAppSelector } from '../../shared/createStore';
import { useNameOf } from './useNameOf';

/** `permission`: what was typed is kept; `undone`: there was nothing to keep, and nothing was done. */
type Outcome = 'permission' | 'undone';

export function useRightsSaid(): (outcome: Outcome) => string {
  const { t } = useTranslation();
  const nameOf = useNameOf();
  const by = useAppSelector(selectConnection).rightsBy;
  return (outcome) => (by ? t(`conflict.${outcome}_by`, { name: nameOf(by) }) : t(`conflict.${outcome}`));
}
