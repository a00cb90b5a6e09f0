/** The decision about a pending change: approve or refuse for another admin, withdraw for the admin who asked. */
import { useTranslation } from 'react-i18next';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { Wire } from '../../../../common/entity/project';
import type { CellProps } from '../../../engine/kinds/kindView';
import type { BelowProps } from '../../../engine/override';
import { useMay } from '../../../engine/useMay';
import { useRow } from '../../../engine/useRow';
import { useBootstrap } from '../../../shared/bootstrap';
import { useLaterWords } from '../../../shared/useLaterWords';
import { DecisionButtons } from '../decision/DecisionButtons';
import { DecisionCell } from '../decision/DecisionCell';
import type { Decision } from '../decision/decisions';
import { DecideChangeDialog } from './DecideChangeDialog';

/** What the reader can decide: the server refuses the admin who asked and the admin whose account changes. */
function useDecisions(row: Wire | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const { mayAct } = useMay(pendingChange);
  if (row?.['status'] !== CHANGE.waiting) return [];
  if (row['asked_by'] === admin.id) return mayAct('withdraw') ? ['withdraw'] : [];
  if (row['subject'] === 'admin' && row['subject_id'] === admin.id) return [];
  return (['approve', 'refuse'] as const).filter((decision) => mayAct(decision));
}

export function DecideCell(props: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { row } = props;
  const decisions = useDecisions(row);
  return (
    <DecisionCell
      {...props}
      decisions={decisions}
      labelOf={(decision) => t(`settings.second.button.${decision}`, { id: Number(row['id']) })}
      dialog={(decision, onClose) => <DecideChangeDialog what={decision} row={row} onClose={onClose} />}
    />
  );
}

export function BelowChange({ rowId }: BelowProps) {
  useLaterWords();
  const { held } = useRow(pendingChange, rowId);
  const decisions = useDecisions(held?.row);
  if (held === undefined || decisions.length === 0) return null;
  return (
    <DecisionButtons
      decisions={decisions}
      dialog={(decision, onClose) => <DecideChangeDialog what={decision} row={held.row} onClose={onClose} />}
    />
  );
}
