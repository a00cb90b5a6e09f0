/** Sends the decision about a request that waits for a second admin; a refusal needs a reason. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import { newMutationId } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { isRetryable, singleFieldError } from '../../../shared/api/faults';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import type { Decision } from './decisions';

/** The server's answer, with its message or the default one. */
export interface Answered {
  readonly data: unknown;
  readonly said: string;
}
interface Decided {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly what: Decision;
  /** After the decision was stored, with the answer of the server. */
  readonly onDone: (answer: Answered) => void;
}
/** `fault` is empty when there is none. A decision whose answer was lost keeps its key. */
export function useDecision({ entity, id, what, onDone }: Decided) {
  const { t } = useTranslation();
  const { requestMessages: words } = useApp();
  const { fields } = useEntityLabels(entity);
  const [send, { isLoading: busy }] = api.useTellMutation();
  const [mid, setMid] = useState(newMutationId);
  const [fault, setFault] = useState('');
  const decide = async (memo: string) => {
    if (what === 'refuse' && memo === '') {
      setFault(t('ledger.second.answer_missing'));
      return;
    }
    const body = { id, _mid: mid, ...(what === 'refuse' ? { memo } : {}) };
    const url = `/admin/${entity.name}/${what}`;
    const { data, error } = await send({ url, method: 'POST', body, isSilent: true });
    if (error === undefined) {
      onDone({ ...data, said: data.said || words.success() });
      return;
    }
    if (!isRetryable(error)) setMid(newMutationId());
    setFault(singleFieldError(error, 'memo', fields));
  };
  return { decide, fault, busy };
}
