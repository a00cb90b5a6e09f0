/** Opens the member centre as one member sees it, in a tab of its own. The ticket stands behind `#`, which browsers send to no server. */
import { user } from '../../../../common/entities/user';
import { api } from '../../../shared/api';
import { soleFault } from '../../../shared/faults';
import { asRecord, asText } from '../../../shared/persist';

/** `look` answers the words of a refusal, and undefined once the tab is on its way. */
export function useSupport(id: number) {
  const [ask, { isLoading }] = api.useRequestMutation();
  const look = async (reason: string): Promise<string | undefined> => {
    // Opened while the click still counts as one; the address follows with the ticket.
    const tab = window.open('about:blank', '_blank');
    const url = `/admin/${user.name}/support`;
    const { data, error } = await ask({ url, method: 'POST', body: { id, reason }, quiet: true });
    const ticket = asText(asRecord(data)?.['ticket'], 200);
    if (tab === null || ticket === '') tab?.close();
    else tab.location.href = `/user/login#support=${encodeURIComponent(ticket)}`;
    return error === undefined ? undefined : soleFault(error, 'reason');
  };
  return { look, busy: isLoading };
}
