/** The decision about a pending change: approve or refuse for another admin, withdraw for the admin who asked. */
import { useTranslation } from 'react-i18next';
import { CHANGE, pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { DecisionButtons } from '../decision/DecisionButtons';
import { DecisionCell } from '../decision/DecisionCell';
import type { Decision } from '../decision/decisions';
import { DecideChangeDialog } from './DecideChangeDialog';

/** What the reader can decide: the server refuses the admin who asked and the admin whose account changes. */
function useDecisions(row: WireRow | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const { canRunAction: mayAct } = usePermissions(pendingChange);
  if (row?.['status'] !== CHANGE.waiting) return [];
  if (row['asked_by'] === admin.id) return mayAct('withdraw') ? ['withdraw'] : [];
  if (row['subject'] === 'admin' && row['subject_id'] === admin.id) return [];
  return (['approve', 'refuse'] as const).filter((decision) => mayAct(decision));
}

export function DecideCell(props: CellProps) {
  useLazyTranslations();
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

export function BelowChange({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { cachedRow: held } = useRow(pendingChange, rowId);
  const decisions = useDecisions(held?.row);
  if (held === undefined || decisions.length === 0) return null;
  return (
    <DecisionButtons
      decisions={decisions}
      dialog={(decision, onClose) => <DecideChangeDialog what={decision} row={held.row} onClose={onClose} />}
    />
  );
}
