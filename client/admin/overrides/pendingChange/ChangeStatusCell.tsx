/** Status of a pending change with the decisions of the reader. */
import { useTranslation } from 'react-i18next';
import { PENDING_CHANGE_STATUS, pendingChange } from '../../../../common/entities/pendingChange';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useRow } from '../../../engine/data/useRow';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { DecisionButtons } from '../approval/DecisionButtons';
import { DecisionCell } from '../approval/DecisionCell';
import type { Decision } from '../approval/decision';
import { ChangeDecisionDialog } from './ChangeDecisionDialog';

/** Decisions the reader may take: the author withdraws; the admin whose account changes may not decide. */
function useDecisions(row: WireRow | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const { canRunAction } = usePermissions(pendingChange);
  if (row?.['status'] !== PENDING_CHANGE_STATUS.waiting) return [];
  if (row['asked_by'] === admin.id) return canRunAction('withdraw') ? ['withdraw'] : [];
  if (row['subject'] === 'admin' && row['subject_id'] === admin.id) return [];
  return (['approve', 'refuse'] as const).filter((decision) => canRunAction(decision));
}

export function ChangeStatusCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { row } = props;
  const decisions = useDecisions(row);
  return (
    <DecisionCell
      {...props}
      decisions={decisions}
      getLabel={(decision) => t(`settings.second.button.${decision}`, { id: Number(row['id']) })}
      dialog={(decision, onClose) => <ChangeDecisionDialog decision={decision} row={row} onClose={onClose} />}
    />
  );
}

export function ChangeDecisionButtons({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { cachedRow } = useRow(pendingChange, rowId);
  const decisions = useDecisions(cachedRow?.row);
  if (cachedRow === undefined || decisions.length === 0) return null;
  return (
    <DecisionButtons
      decisions={decisions}
      dialog={(decision, onClose) => <ChangeDecisionDialog decision={decision} row={cachedRow.row} onClose={onClose} />}
    />
  );
}
