/** The receipt that the address names (`?receipt=…`), as a notice does. */
import { useAppSelector } from '../../../shared/app/createStore';
import { selectSettings } from '../../../shared/store/settings';
import type { BalanceKind } from '../../balance/amounts';
import { useEntriesQuery } from '../../balance/entriesApi';
import { EntryReceipt } from '../../balance/EntryReceipt';
import { setSearch, useSearch } from '../../router';

const RECEIPT_PARAM = 'receipt';

function Receipt({ kind, receipt }: { readonly kind: BalanceKind; readonly receipt: string }) {
  const { discreet } = useAppSelector(selectSettings);
  const search = useSearch();
  const { data } = useEntriesQuery({ kind, page: 1, limit: 1, text: receipt });
  const entry = data?.list.find((found) => found.receipt === receipt);
  if (entry === undefined) return null;
  const close = () => {
    const rest = new URLSearchParams(search);
    rest.delete(RECEIPT_PARAM);
    setSearch(rest, true);
  };
  return <EntryReceipt entry={entry} isHidden={discreet} onClose={close} />;
}

export function LinkedReceipt({ kind }: { readonly kind: BalanceKind }) {
  const receipt = new URLSearchParams(useSearch()).get(RECEIPT_PARAM);
  return receipt === null || receipt === '' ? null : <Receipt kind={kind} receipt={receipt} />;
}
