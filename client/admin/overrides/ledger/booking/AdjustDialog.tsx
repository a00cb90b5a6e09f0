/** Books an entry for the member of a row or record. */
import { useTranslation } from 'react-i18next';
import { BookingDialog } from './BookingDialog';
import { bookableKey } from '../amounts';
import type { LedgerKind } from '../../../../../common/ledgerKind';

const KINDS: readonly LedgerKind[] = ['money', 'score'];

interface AdjustDialogProps {
  readonly id: number;
  readonly name: string;
  readonly kinds: Readonly<Record<LedgerKind, boolean>>;
  readonly onClose: () => void;
}
export function AdjustDialog({ id, name, kinds, onClose }: AdjustDialogProps) {
  const { t } = useTranslation();
  return (
    <BookingDialog
      title={t(`ledger.adjust.${bookableKey(kinds)}`, { name })}
      name={name}
      draftKey={id}
      memberId={id}
      kinds={KINDS.filter((kind) => kinds[kind])}
      onClose={onClose}
    />
  );
}
