/** The state of a booking that waits as a word, and the ways on from it for whoever may decide: in the list as signs, on the record as words. */
import { useTranslation } from 'react-i18next';
import { PENDING, pendingBooking } from '../../../../common/entities/pendingBooking';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
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
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const DecideDialog = lazyWithRetry(async () => (await import('./DecideDialog')).DecideDialog);

/** What the reader may decide about a booking: nothing once it is decided, nor about an amount he may not see or not book himself. */
function useDecisions(row: WireRow | undefined): readonly Decision[] {
  const { admin } = useBootstrap();
  const rights = usePermissions(pendingBooking);
  const ledgers = { money: usePermissions(userMoneyLog), score: usePermissions(userScoreLog) };
  if (row?.['status'] !== PENDING.waiting) return [];
  if (row['asked_by'] === admin.id) return rights.canRunAction('withdraw') ? ['withdraw'] : [];
  const kind = row['kind'] === 'score' ? 'score' : 'money';
  const ledger = ledgers[kind];
  const books = ledger.can('create') && ledger.writable.has(kind);
  const decisions: readonly Decision[] = books ? ['approve', 'refuse'] : ['refuse'];
  return rights.readable.has(kind) ? decisions.filter((decision) => rights.canRunAction(decision)) : [];
}

/** The status, and beside it the decisions the reader can make. */
export function StatusCell(props: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { row } = props;
  const decisions = useDecisions(row);
  return (
    <DecisionCell
      {...props}
      decisions={decisions}
      labelOf={(decision) => t(`ledger.second.button.${decision}`, { id: Number(row['id']) })}
      dialog={(decision, onClose) => <DecideDialog what={decision} row={row} onClose={onClose} />}
    />
  );
}

export function BelowStatus({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { cachedRow: held } = useRow(pendingBooking, rowId);
  const decisions = useDecisions(held?.row);
  if (held === undefined || decisions.length === 0) return null;
  return (
    <DecisionButtons
      decisions={decisions}
      dialog={(decision, onClose) => <DecideDialog what={decision} row={held.row} onClose={onClose} />}
    />
  );
}
