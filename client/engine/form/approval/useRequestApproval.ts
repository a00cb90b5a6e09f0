/** Asks another admin to approve one changed field of a record, after the server refused to store it without that approval. */
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import { api } from '../../../shared/api/api';

/** `requestApproval` answers whether the request was accepted, and says so; a refusal is shown by the request itself. */
export function useRequestApproval(entity: AnyEntity) {
  const [send, { isLoading }] = api.useRequestMutation();
  const requestApproval = async (id: number, field: string, value: Json): Promise<boolean> => {
    const body = { id, [field]: value };
    const { error } = await send({ url: `/admin/${entity.name}/ask`, method: 'POST', body, announce: true });
    return error === undefined;
  };
  return { requestApproval, isBusy: isLoading };
}
