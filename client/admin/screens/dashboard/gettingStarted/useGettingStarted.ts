/** The first steps of the reader; follows the entities whose rows complete them. */
import { useEffect } from 'react';
import { GETTING_STARTED_STEPS, type GettingStartedStep } from '../../../../../common/gettingStarted';
import { MATCH_ALL } from '../../../../../common/entity/filter';
import { asRecord } from '../../../../../common/json';
import { api } from '../../../../shared/api/api';
import { useBootstrap } from '../../../../shared/api/bootstrap';
import { useTopic } from '../../../../shared/app/useTopic';

const REQUEST = { url: '/admin/gettingStarted/index', isSilent: true, allowsParallel: true } as const;

function parseSteps(value: unknown): readonly GettingStartedStep[] | undefined {
  const list: unknown = asRecord(value)?.['steps'];
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).flatMap((entry) => {
    const raw = asRecord(entry);
    const name = GETTING_STARTED_STEPS.find((step) => step === raw?.['name']);
    return name === undefined ? [] : [{ name, isDone: raw?.['isDone'] === true }];
  });
}

/** Refetches after each change of an entity's rows, if the reader may read them. */
function useRefetchOnChange(entity: string, refetch: () => void): void {
  const { entities } = useBootstrap();
  const topic = { k: 'list', e: entity, where: MATCH_ALL, sort: [] } as const;
  useTopic(entities[entity] === undefined ? null : topic, undefined, { onFrame: refetch, onReset: refetch });
}

/** Undefined until the server has responded. */
export function useGettingStarted(): readonly GettingStartedStep[] | undefined {
  const { data, refetch } = api.useReadQuery(REQUEST, { refetchOnMountOrArgChange: true });
  const onChange = () => void refetch();
  useEffect(() => {
    // A second window that was open meanwhile is known only to the server.
    const onFocus = () => void refetch();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [refetch]);
  useRefetchOnChange('config', onChange);
  useRefetchOnChange('admin', onChange);
  useRefetchOnChange('crud_record', onChange);
  useRefetchOnChange('user_money_log', onChange);
  // The server records there that a second window was open.
  useRefetchOnChange('preference', onChange);
  return parseSteps(data);
}
