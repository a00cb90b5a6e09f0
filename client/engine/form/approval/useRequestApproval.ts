/**
 * Asks another admin to approve one changed field of a record, after the server rejected the save for lack of
 * approval.
 */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { api } from '../../../shared/api/api';

/**
 * `requestApproval` resolves with whether the server accepted the request. The API layer shows its success or error
 * message.
 */
export function useRequestApproval(entity: AnyEntity) {
  const [send, { isLoading }] = api.useRequestMutation();
  const requestApproval = async (id: number, field: string, value: Json): Promise<boolean> => {
    const body = { id, [field]: value };
    const { error } = await send({ url: `/admin/${entity.name}/ask`, method: 'POST', body, announce: true });
    return error === undefined;
  };
  return { requestApproval, isBusy: isLoading };
}
