/** Status of a waiting booking, with the decisions as icons in the list and as buttons on the record. */
import { useTranslation } from 'react-i18next';
import { PENDING_BOOKING_STATUS, pendingBooking } from '../../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
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
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const BookingDecisionDialog = lazyWithRetry(
  async () => (await import('./BookingDecisionDialog')).BookingDecisionDialog,
);

/** Decisions the reader may take: none after the decision, and none about an amount the reader may not see or book. */
function useDecisions(row: WireRow | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const permissions = usePermissions(pendingBooking);
  const ledgerPermissions = { money: usePermissions(userMoneyLog), score: usePermissions(userScoreLog) };
  if (row?.['status'] !== PENDING_BOOKING_STATUS.waiting) return [];
  if (row['asked_by'] === admin.id) return permissions.canRunAction('withdraw') ? ['withdraw'] : [];
  const kind = row['kind'] === 'score' ? 'score' : 'money';
  const ledgerOfKind = ledgerPermissions[kind];
  const canBook = ledgerOfKind.can('create') && ledgerOfKind.writable.has(kind);
  const decisions: readonly Decision[] = canBook ? ['approve', 'refuse'] : ['refuse'];
  return permissions.readable.has(kind) ? decisions.filter((decision) => permissions.canRunAction(decision)) : [];
}

export function BookingStatusCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { row } = props;
  const decisions = useDecisions(row);
  return (
    <DecisionCell
      {...props}
      decisions={decisions}
      getLabel={(decision) => t(`ledger.second.button.${decision}`, { id: Number(row['id']) })}
      dialog={(decision, onClose) => <BookingDecisionDialog decision={decision} row={row} onClose={onClose} />}
    />
  );
}

export function BookingDecisionButtons({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { cachedRow } = useRow(pendingBooking, rowId);
  const decisions = useDecisions(cachedRow?.row);
  if (cachedRow === undefined || decisions.length === 0) return null;
  return (
    <DecisionButtons
      decisions={decisions}
      dialog={(decision, onClose) => (
        <BookingDecisionDialog decision={decision} row={cachedRow.row} onClose={onClose} />
      )}
    />
  );
}
