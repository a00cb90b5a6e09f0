/** How many rows of an entity there are for this reader: counted once by the server, then kept right by the list's frames. */
import { useState } from 'react';
import type { AnyEntity } from '../../common/entity/entity';
import { EVERYTHING } from '../../common/entity/filter';
import type { ChangeFrame, TopicSpec } from '../../common/protocol/live';
import { api } from './api';
import { asRecord, asText, asWhole } from './persist';
import { useTopic } from './live';

export interface Total {
  /** `undefined` until it is known. */
  readonly count: number | undefined;
  /** Unix milliseconds of the last thing that was heard of it. */
  readonly asOf: number;
}

/** What one frame adds to the number of rows in a list. */
export function countOf({ c, n }: ChangeFrame): number {
  let sum = (n?.enter ?? 0) - (n?.leave ?? 0);
  for (const { op } of c) sum += op === 'enter' ? 1 : op === 'u' ? 0 : -1;
  return sum;
}

export function useTotal(entity: AnyEntity): Total {
  const request = { url: `/admin/${entity.name}/index`, params: { limit: 1 }, quiet: true, repeatable: true };
  const { data, fulfilledTimeStamp, refetch } = api.useAskQuery(request);
  const stamp = fulfilledTimeStamp ?? 0;
  const [moved, setMoved] = useState({ stamp: 0, by: 0, at: 0 });
  const answer = asRecord(data);
  const seq = asText(answer?.['seq'], 128);
  const spec: TopicSpec = { k: 'list', e: entity.name, where: EVERYTHING, sort: [{ field: 'id', dir: 'desc' }] };
  const onFrame = (frame: ChangeFrame) =>
    setMoved((was) => ({ stamp, by: (was.stamp === stamp ? was.by : 0) + countOf(frame), at: Date.now() }));
  useTopic(seq === '' ? null : spec, seq, { onFrame, onReset: () => void refetch() }, stamp);
  const current = moved.stamp === stamp;
  return {
    count: answer === undefined ? undefined : asWhole(answer['total']) + (current ? moved.by : 0),
    asOf: current ? moved.at : stamp,
  };
}
