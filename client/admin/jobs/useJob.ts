/** A job, live. */
import { useEffect, useRef } from 'react';
import { job as jobEntity } from '../../../common/entities/job';
import { useRow } from '../../engine/data/useRow';
import type { CallFault } from '../../shared/api/faults';
import { parseJob, type Job } from './parseJob';

export interface LiveJob {
  readonly job: Job | undefined;
  readonly fault: CallFault | undefined;
}

export function useJob(id: number): LiveJob {
  const { cachedRow, version, fault, refetch } = useRow(jobEntity, id);
  const row = cachedRow?.row;
  // A value that is too long for the live channel is missing from the change.
  const isIncomplete =
    version !== undefined && row !== undefined && (row['output'] === undefined || row['steps'] === undefined);
  const requested = useRef(0);
  useEffect(() => {
    const revision = cachedRow?.revision ?? 0;
    if (!isIncomplete || requested.current === revision) return;
    requested.current = revision;
    refetch();
  }, [isIncomplete, cachedRow?.revision, refetch]);
  return { job: version === undefined || row === undefined ? undefined : parseJob(row), fault };
}
