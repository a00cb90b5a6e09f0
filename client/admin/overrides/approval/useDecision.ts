/** Sends a decision about a request that waits for a second admin. A refusal needs a reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { newIdempotencyKey } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { isRetryable, singleFieldError } from '../../../shared/api/faults';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { Decision } from './decision';

/** Response of the server, with its message or the default one. */
export interface DecisionResult {
  readonly data: unknown;
  readonly message: string;
}
interface DecisionOptions {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly decision: Decision;
  /** Called after the decision was stored. */
  readonly onDone: (response: DecisionResult) => void;
}
/** `fault` is empty when there is none. A retry after a lost response keeps its idempotency key. */
export function useDecision({ entity, id, decision, onDone }: DecisionOptions) {
  const { t } = useTranslation();
  const { requestMessages } = useApp();
  const { fields } = useEntityLabels(entity);
  const [send, { isLoading: isBusy }] = api.useRequestWithMessageMutation();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [fault, setFault] = useState('');
  const decide = async (memo: string) => {
    if (decision === 'refuse' && memo === '') {
      setFault(t('ledger.second.answer_missing'));
      return;
    }
    const body = { id, _mid: idempotencyKey, ...(decision === 'refuse' ? { memo } : {}) };
    const url = `/admin/${entity.name}/${decision}`;
    const { data, error } = await send({ url, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      onDone({ ...data, message: data.message || requestMessages.success() });
      return;
    }
    if (!isRetryable(error)) setIdempotencyKey(newIdempotencyKey());
    setFault(singleFieldError(error, 'memo', fields));
  };
  return { decide, fault, isBusy };
}
