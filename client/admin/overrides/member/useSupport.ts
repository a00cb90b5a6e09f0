/** Opens the member centre as one member sees it, in a tab of its own; a ticket of one use leads there. */
import { user } from '../../../../common/entities/user';
import { api } from '../../../shared/api';
import { asRecord, asText } from '../../../shared/persist';

export function useSupport(id: number): () => Promise<void> {
  const [ask] = api.useRequestMutation();
  return async () => {
    // Opened while the click still counts as one; the address follows with the ticket.
    const tab = window.open('about:blank', '_blank');
    const { data } = await ask({ url: `/admin/${user.name}/support`, method: 'POST', body: { id } });
    const ticket = asText(asRecord(data)?.['ticket'], 200);
    if (tab === null || ticket === '') tab?.close();
    else tab.location.href = `/user/login?support=${encodeURIComponent(ticket)}`;
  };
}
